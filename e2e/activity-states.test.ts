import { listActivity } from '@wayside/contract/activity';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible, expectAccessibleLoading } from './support/accessibility.ts';
import { recordActivity } from './support/activity-records.ts';
import { administrator } from './support/application.ts';
import { applicationTest } from './support/application-test.ts';
import { pretendExternalApi, serveAnswers } from './support/calls.ts';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { beginSignedIn } from './support/session.ts';

const test = applicationTest().extend('activity', { scope: 'file', auto: true }, ({ application }) =>
  recordActivity(application),
);

const heading = (page: Page) => page.getByRole('heading', { name: 'All Activity (15)' });
const fixedText = 'Failed to load activity. Please try again.';

test('[SECU-05] before anything was done it says so', async ({ page, application }) => {
  await beginSignedIn(page, application);
  await serveAnswers(page, listActivity, {
    json: { status: true, data: [], total: 0, totalPages: 0, currentPage: 1 },
  });
  await page.goto('/activity');
  await expectVisible(page.getByText(/^Nothing has been done yet\./));
  await expectAccessible(page);
});

describe('a load that fails', () => {
  test.for([
    ['a message', { status: 400, json: { status: false, message: 'Not today' } }, 'Not today'],
    ['status false', { json: { status: false } }, 'Failed to load activity'],
    ['no message', { status: 404, json: {} }, fixedText],
  ] as const)('[ERR-01] with %s says so', async ([, answer, words], { page, application, pageErrors }) => {
    pageErrors.allow(/^(response: 40|console: )/);
    await beginSignedIn(page, application);
    await serveAnswers(page, listActivity, answer);
    await page.goto('/activity');
    await expectVisible(page.getByRole('alert').getByText(words, { exact: true }));
  });

  test('[ERR-03] of a row alone says so in the dialog and is mended there', async ({
    page,
    application,
    pageErrors,
  }) => {
    pageErrors.allow(/^(response: 409|console: )/);
    await beginSignedIn(page, application);
    await serveAnswers(page, { path: '/admin/activity/{id}' }, { status: 409, json: {} }, 'real');
    await page.goto('/activity?row=2');
    await expectVisible(page.getByRole('dialog').getByText(fixedText));
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expectText(page.getByRole('dialog').getByRole('region', { name: 'Summary' }), /Unblocked Suresh Patil/);
  });
});

describe('accessibility', () => {
  test('[SECU-05, THEME-01] loading and filled can be read by everybody, and nothing moves', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn();
    await expectAccessibleLoading(page, {
      path: '/activity',
      call: listActivity,
      loading: page.getByRole('heading', { name: 'All Activity', exact: true }),
      filled: heading(page),
    });
  });

  test('[SECU-05, NAV-06] the details and the account menu can be read by everybody', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await page.goto('/activity?row=12');
    await expectVisible(page.getByRole('dialog').getByRole('region', { name: 'Place in the Chain' }));
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Account' }).click();
    await expectVisible(page.getByRole('menuitem', { name: 'Activity' }));
    await expectAccessible(page);
  });

  test('[ERR-03] empty and failed can be read by everybody', async ({ openSignedIn, pageErrors }) => {
    pageErrors.allow(/^(response: 404|console: )/);
    const page = await openSignedIn();
    await page.goto('/activity?entity=slot');
    await expectVisible(page.getByText('No activity found matching your criteria'));
    await expectAccessible(page);
    await serveAnswers(page, listActivity, { status: 404, json: {} }, 'real');
    await page.goto('/activity');
    await expectVisible(page.getByRole('alert').getByText(fixedText));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expectVisible(heading(page));
  });
});

describe('on a phone', () => {
  test('[NAV-05] a deed is a card, with its sentence whole', async ({ openSignedIn }) => {
    for (const width of ['phone', 'narrow'] as const) {
      const page = await openSignedIn({ width });
      await page.goto('/activity?action=rejected');
      const card = page.getByRole('list', { name: 'All Activity' }).getByRole('listitem');
      await expectText(
        card,
        /^\d.* Rejected Kiran Rao asha@wayside\.test The photo of the shop is not readable\. Please send it again\. Status: Pending → Rejected$/,
      );
      await expectAccessible(page);
      const banner = page.getByRole('banner');
      await expectText(banner.getByText('Welcome back,'), 'Welcome back, Admin');
      expect(await banner.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
      await page.goto('/activity?entity=user');
      await expectVisible(page.getByRole('heading', { name: 'All Activity (7)' }));
      await expectAccessible(page);
    }
  });
});

describe('in front of another provider', () => {
  test('[API-17, NAV-06] there is no account menu, and its address is no page', async ({
    page,
    application,
    pageErrors,
  }) => {
    pageErrors.allow(/^console: 404/);
    await pretendExternalApi(page);
    await beginSignedIn(page, application);
    await page.goto('/dashboard');
    await expectVisible(page.getByRole('button', { name: 'Theme' }));
    await expectHidden(page.getByRole('button', { name: 'Account' }));
    await expectVisible(page.getByText('Welcome back,'));
    await page.goto('/activity');
    await expectVisible(page.getByText('Oops! Page not found'));
    await expectHidden(page.getByText(administrator.email));
  });
});
