import { getUser, listUsers } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { applicationTest } from './support/application-test.ts';
import { recordCalls } from './support/call-log.ts';
import { callPattern } from './support/calls.ts';
import { expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { aUser } from './support/factories/people.ts';
import { holdCall } from './support/held-call.ts';
import { importMarketplace } from './support/marketplace.ts';
import { type ServedAnswer, serveAnswers } from './support/served-answers.ts';
import { beginSignedIn } from './support/session.ts';
import { runClockUntil, stopClock } from './support/stopped-clock.ts';
import { expectFocused, openUsers, usersTotal } from './support/users-screen.ts';

const people = Array.from({ length: 12 }, () => aUser());

const test = applicationTest()
  .extend('marketplace', { scope: 'file', auto: true }, ({ application }) =>
    importMarketplace(application, { users: people }),
  )
  .extend('signedIn', { auto: true }, ({ page, application }) => beginSignedIn(page, application));

const failed = 'Failed to load users';
const card = (page: Page) => page.getByRole('alert').filter({ hasText: 'Error Loading Users' });
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try Again' });

/** Opens the list while the page's clock stands still, so that no retry comes before the test lets it. */
async function openOnStoppedClock(page: Page): Promise<{ calls: URL[]; ended: URL[] }> {
  await stopClock(page);
  const calls = recordCalls(page, listUsers);
  const ended = recordCalls(page, listUsers, ['requestfinished', 'requestfailed']);
  await page.goto('/users');
  await runClockUntil(page, () => ended.length, 1);
  return { calls, ended };
}

describe('a load that fails', () => {
  test.for<[string, ServedAnswer, string]>([
    ['a 500', { status: 500, json: {} }, failed],
    ['a 503 with a message', { status: 503, json: { status: false, message: 'Back at noon' } }, 'Back at noon'],
    ['no answer', 'none', failed],
    ['an answer that is not JSON', { body: 'welcome' }, failed],
  ])(
    '[USER-07, ERR-01, ERR-02] with %s is tried four times, then says so',
    async ([, answer, words], { page, problems }) => {
      problems.allow(/^(response: 50|request: net::ERR_FAILED|console: )/);
      await serveAnswers(page, listUsers, answer);
      const { calls, ended } = await openOnStoppedClock(page);
      for (const [tried, delayMs] of [1000, 2000, 4000].entries()) {
        await page.clock.runFor(delayMs - 500);
        expect(calls).toHaveLength(tried + 1);
        await runClockUntil(page, () => ended.length, tried + 2);
      }
      await runClockUntil(page, () => card(page).isVisible(), true);
      await expectVisible(card(page).getByText(words, { exact: true }));
      await page.clock.runFor(60_000);
      expect(calls).toHaveLength(4);
    },
  );

  test.for<[string, ServedAnswer, string]>([
    ['status false', { json: { status: false } }, failed],
    ['status false and a message', { json: { status: false, message: 'Not today' } }, 'Not today'],
    ['a 404', { status: 404, json: {} }, failed],
    ['a 429', { status: 429, json: { status: false, message: 'Too many calls' } }, 'Too many calls'],
  ])('[USER-07, ERR-01, ERR-02] with %s is not tried again', async ([, answer, words], { page, problems }) => {
    problems.allow(/^(response: 4|console: )/);
    await serveAnswers(page, listUsers, answer);
    const { calls } = await openOnStoppedClock(page);
    await runClockUntil(page, () => card(page).isVisible(), true);
    await expectVisible(card(page).getByText(words, { exact: true }));
    await page.clock.runFor(60_000);
    expect(calls).toHaveLength(1);
  });

  test('[ERR-03, USER-07] is mended in place by Try Again, which keeps the focus until it worked', async ({
    page,
    problems,
  }) => {
    problems.allow(/^(response: 404|console: )/);
    await serveAnswers(page, listUsers, { status: 404, json: {} }, { status: 404, json: {} }, 'real');
    const calls = recordCalls(page, listUsers);
    await page.goto('/users');
    await tryAgain(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => calls.length).toBe(2);
    await expectVisible(card(page));
    await expect.poll(() => tryAgain(page).isEnabled()).toBe(true);
    await expectFocused(tryAgain(page));
    await page.keyboard.press('Enter');
    await expectVisible(usersTotal(page, 12));
    await expectHidden(card(page));
    expect(calls).toHaveLength(3);
    // The focus is in the list: its first control comes next.
    await page.keyboard.press('Tab');
    await expectFocused(page.getByRole('table', { name: 'All Users' }).getByRole('button').first());
  });

  test('[ERR-03] of one customer keeps the card and the focus while it is tried again', async ({
    page,
    problems,
  }) => {
    problems.allow(/^(response: 429|console: )/);
    const refusal = { status: 429, json: { status: false, message: 'Too many calls' } };
    const person = people.at(-1);
    await serveAnswers(page, getUser, refusal, refusal, 'real');
    await page.goto(`/users?search=nobody&user=${person?.id}`);
    const dialog = page.getByRole('dialog');
    const again = dialog.getByRole('button', { name: 'Try Again' });
    await again.focus();
    const release = await holdCall(page, callPattern(getUser));
    await page.keyboard.press('Enter');
    await expect.poll(() => again.getAttribute('aria-busy')).toBe('true');
    await expectVisible(dialog.getByRole('alert').getByText('Too many calls', { exact: true }));
    await expectFocused(again);
    await expectHidden(dialog.getByRole('status', { name: 'Loading the user' }));
    release();
    await expectVisible(page.getByRole('dialog', { name: person?.name ?? '' }));
    await expectHidden(again);
    await expect.poll(() => dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true);
  });

  test('[ERR-03] on Refresh keeps the rows, says that they are old, and the focus', async ({ page, problems }) => {
    problems.allow(/^(response: 404|console: )/);
    await serveAnswers(page, listUsers, 'real', { status: 404, json: {} }, 'real');
    await openUsers(page);
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await refresh.focus();
    await page.keyboard.press('Enter');
    await expectVisible(page.getByRole('alert').getByText(`${failed} What you see was loaded before.`));
    await expectVisible(usersTotal(page, 12));
    await expectFocused(refresh);
    await tryAgain(page).click();
    await expectHidden(page.getByRole('alert'));
  });
});

describe('calls', () => {
  test('[ERR-02] fire once on load and once on Refresh, and at no other time', async ({ page }) => {
    const calls = recordCalls(page, listUsers);
    await openUsers(page);
    expect(calls).toHaveLength(1);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => calls.length).toBe(2);
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page
      .getByRole('button', { name: /^View details of/ })
      .first()
      .click();
    await expectVisible(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await expectHidden(page.getByRole('dialog'));
    expect(calls).toHaveLength(2);
  });

  test('[ERR-02, BOOK-07] are one for a page, whether or not its link was rested on before', async ({ page }) => {
    await openUsers(page);
    const calls = recordCalls(page, listUsers);
    const link = page.getByRole('link', { name: 'Page 2' });
    await link.hover();
    await expect.poll(() => calls.length).toBe(1);
    await link.click();
    await expectVisible(page.getByText('page 2 of 2', { exact: true }));
    expect(calls.map(({ searchParams }) => searchParams.get('page'))).toEqual(['2']);
  });
});

describe('another provider', () => {
  test('[API-15, FMT-04, FMT-05] may leave out what it likes and send it as it likes', async ({
    page,
    problems,
  }) => {
    problems.allow(/^console: /);
    const odd = { _id: 'u-8', name: '  ', createdAt: 'yesterday', isBlocked: 'true' };
    await serveAnswers(page, listUsers, { json: { data: [{ _id: 7 }, odd, 'not a record', null] } });
    await page.goto('/users');
    const rows = page.getByRole('table', { name: 'All Users' }).getByRole('row');
    await expectTexts(rows.nth(1).getByRole('cell'), ['? N/A 7', 'N/A N/A', 'N/A', 'N/A', 'Active', '']);
    await expectTexts(rows.nth(2).getByRole('cell'), ['? N/A u-8', 'N/A N/A', 'N/A', 'N/A', 'Blocked', '']);
    expect(await rows.count()).toBe(3);
    await rows
      .nth(2)
      .getByRole('button', { name: /^View details/ })
      .click();
    await expectText(page.getByRole('dialog').getByRole('heading', { level: 2 }), 'N/A');
  });

  test('[API-15] may answer with a bare list', async ({ page }) => {
    await serveAnswers(page, listUsers, { json: [{ _id: 'user-7' }] });
    await page.goto('/users');
    await expectVisible(usersTotal(page, 1));
  });
});
