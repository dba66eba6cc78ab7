import { getUser, listUsers } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { recordCalls } from './support/call-log.ts';
import { callPattern } from './support/calls.ts';
import { expectCallsWhenAsked } from './support/calls-when-asked.ts';
import { expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { aUser } from './support/factories/people.ts';
import { holdCall } from './support/held-call.ts';
import { expectThreeRetries, openOnStoppedClock } from './support/retried-load.ts';
import { type ServedAnswer, serveAnswers } from './support/served-answers.ts';
import { signedInTest } from './support/signed-in-test.ts';
import { runClockUntil } from './support/stopped-clock.ts';
import { expectFocused, openUsers, usersTotal } from './support/users-screen.ts';

const people = Array.from({ length: 12 }, () => aUser());

const test = signedInTest({ users: people });

const failed = 'Failed to load users';
const card = (page: Page) => page.getByRole('alert').filter({ hasText: 'Error Loading Users' });
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try Again' });

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
      const load = await openOnStoppedClock(page, '/users', listUsers);
      await expectThreeRetries(page, load);
      await runClockUntil(page, () => card(page).isVisible(), true);
      await expectVisible(card(page).getByText(words, { exact: true }));
      await page.clock.runFor(60_000);
      expect(load.calls).toHaveLength(4);
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
    const { calls } = await openOnStoppedClock(page, '/users', listUsers);
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
    await serveAnswers(page, getUser, refusal, 'real');
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
    await expectCallsWhenAsked(page, listUsers, openUsers);
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
