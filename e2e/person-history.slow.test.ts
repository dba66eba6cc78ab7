import { listActivity } from '@wayside/contract/activity';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { activityRecords, kiran, long, ravi, recordActivity, remarks, suresh } from './support/activity-records.ts';
import { administrator } from './support/application.ts';
import { signedInTest } from './support/application-test.ts';
import { callPattern, holdCall, pretendExternalApi, recordCalls, serveAnswers } from './support/calls.ts';
import { expectHidden, expectPath, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { aUser } from './support/factories/people.ts';
import { openTab } from './support/record-page.ts';

const untouched = aUser({ name: 'Farida Khan', phone: '9000000009' });

const test = signedInTest(
  { ...activityRecords, users: [...(activityRecords.users ?? []), untouched] },
  recordActivity,
);

const history = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'History' });
const entries = (page: Page) => history(page).getByRole('listitem');

describe('the history in a person’s details', () => {
  test('[MECH-12] shows actor, time and remarks of a decision', async ({ page }) => {
    await page.goto(`/mechanics?mechanic=${kiran.id}&tab=activity`);
    await expectText(
      entries(page),
      new RegExp(`^Rejected \\d.* [ap]m by ${administrator.email} Status: Pending → Rejected The photo of`),
    );
    await expectVisible(history(page).getByText(remarks.split('\n')[1] ?? ''));
  });

  test('[SECU-05] shows the newest entries and links to all', async ({ page }) => {
    await page.goto(`/mechanics?mechanic=${suresh.id}&tab=activity`);
    await expectTexts(entries(page).locator('span'), [
      'Marked as expert',
      'Unblocked',
      'Blocked',
      'Unblocked',
      'Blocked',
    ]);
    await history(page).getByRole('link', { name: 'Show all (5)' }).click();
    await expectPath(page, '/activity');
    await expectVisible(page.getByRole('heading', { name: 'All Activity (5)' }));
    await expectTexts(page.getByRole('list', { name: 'Active filters' }).getByRole('listitem'), [
      'Only: Suresh Patil',
      'Record: Mechanics',
    ]);
  });

  test('[ERR-02, USER-05] is loaded when it opens and again after a change', async ({ page }) => {
    const calls = recordCalls(page, listActivity);
    await page.goto(`/users?user=${untouched.id}&tab=activity`);
    await expectVisible(history(page).getByText('No activity yet.'));
    expect(calls).toHaveLength(1);
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
    await expectTexts(entries(page).locator('span'), ['Blocked']);
    expect(calls).toHaveLength(2);
    await page.keyboard.press('Escape');
    await expectHidden(page.getByRole('dialog'));
    await page.getByRole('button', { name: 'View details of Farida Khan' }).click();
    await openTab(page, 'Activity');
    await expectTexts(entries(page).locator('span'), ['Blocked']);
    expect(calls).toHaveLength(3);
  });

  test('[ERR-03] that fails to load shows the error and is loaded again there', async ({ page }) => {
    await serveAnswers(page, listActivity, { status: 404, json: {} }, 'real');
    await page.goto(`/users?user=${ravi.id}&tab=activity`);
    await expectVisible(history(page).getByRole('alert').getByText('Failed to load the history'));
    await expectAccessible(page);
    await history(page).getByRole('button', { name: 'Try Again' }).click();
    await expect.poll(() => entries(page).count()).toBe(3);
  });

  test('[API-17] is absent in front of an external API', async ({ page }) => {
    const calls = recordCalls(page, listActivity);
    await pretendExternalApi(page);
    await page.goto('/users');
    await page.getByRole('button', { name: 'View details of Ravi Kumar' }).click();
    await expectVisible(page.getByRole('dialog', { name: 'Ravi Kumar' }));
    await expectHidden(history(page));
    expect(calls).toEqual([]);
  });
});

test('the history is accessible while it loads and once it is loaded', async ({ page }) => {
  const release = await holdCall(page, callPattern(listActivity));
  await page.goto(`/users?user=${long.id}&tab=activity`);
  await expectVisible(history(page));
  await expectAccessible(page);
  release();
  await expect.poll(() => entries(page).count()).toBe(3);
  await expectAccessible(page);
});
