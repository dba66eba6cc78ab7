import { deleteUser, getUser, toggleUserBlock, type User } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import type { Application } from './support/application.ts';
import { applicationTest } from './support/application-test.ts';
import { recordCalls } from './support/call-log.ts';
import { callPattern } from './support/calls.ts';
import { expectHidden, expectPath, expectText, expectVisible, stored } from './support/expectations.ts';
import { aUser } from './support/factories/people.ts';
import { holdCall } from './support/held-call.ts';
import { importMarketplace } from './support/marketplace.ts';
import { type ServedAnswer, serveAnswers } from './support/served-answers.ts';
import { beginSignedIn, openSession, tokenKey } from './support/session.ts';
import { toast, toastRegion } from './support/toasts.ts';
import { expectFocused, openUsers, undo, userAction, userRow } from './support/users-screen.ts';

// Each test has a customer of its own.
const people = Array.from({ length: 16 }, (_, index) =>
  aUser({ name: `Customer ${String.fromCharCode(65 + index)}` }),
);
let used = 0;

const test = applicationTest()
  .extend('marketplace', { scope: 'file', auto: true }, ({ application }) =>
    importMarketplace(application, { users: people }),
  )
  .extend('signedIn', { auto: true }, ({ page, application }) => beginSignedIn(page, application))
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern to learn what a fixture needs
  .extend('user', ({}) => {
    const user = people[used];
    used += 1;
    if (!user) throw new Error('more customers are needed');
    return user;
  });

const failed = 'Failed to update user status';
const status = (page: Page, user: User) => userRow(page, user).getByText(/^(Active|Blocked)$/);
const block = (page: Page, user: User) => userAction(page, user, 'Block user');
const openAlone = (page: Page, user: User) => openUsers(page, `?search=${encodeURIComponent(user.name ?? '')}`);

async function toggleAsAnother(application: Application, { id }: User): Promise<void> {
  await callApi(application, await openSession(application), toggleUserBlock, {
    params: { id },
    query: { seen: null },
  });
}

async function isBlocked(application: Application, { id }: User): Promise<boolean> {
  return (await callApi(application, await openSession(application), getUser, { params: { id } })).record.isBlocked;
}

describe('a toggle that fails', () => {
  test.for<[string, ServedAnswer, string]>([
    ['a 500', { status: 500, json: {} }, failed],
    ['a 503 with a message', { status: 503, json: { status: false, message: 'Back at noon' } }, 'Back at noon'],
    ['a page of HTML with 502', { status: 502, body: '<h1>Bad gateway</h1>' }, failed],
    ['no answer', 'none', failed],
    ['an answer that is not JSON', { body: 'welcome' }, failed],
    ['status false', { json: { status: false } }, failed],
    ['status false and a message', { json: { status: false, message: 'Not today' } }, 'Not today'],
    ['a 429', { status: 429, json: { status: false, message: 'Too many calls' } }, 'Too many calls'],
  ])(
    '[USER-05, ERR-01, ERR-02] with %s goes back, says so and is not tried again',
    async ([, answer, words], { page, problems, user }) => {
      problems.allow(/^(response: (50|429)|request: net::ERR_FAILED|console: )/);
      await openAlone(page, user);
      await serveAnswers(page, toggleUserBlock, answer);
      const calls = recordCalls(page, toggleUserBlock);
      await page.clock.install();
      await block(page, user).focus();
      await page.keyboard.press('Enter');
      await expectVisible(toast(page, failed));
      await expectVisible(toast(page, words));
      await expectText(status(page, user), 'Active');
      await expectHidden(undo(page));
      await expectFocused(block(page, user));
      await page.clock.runFor(120_000);
      expect(calls).toHaveLength(1);
    },
  );

  test('[USER-05] can be pressed again, and works then', async ({ page, problems, user }) => {
    problems.allow(/^(response: 500|console: )/);
    await openAlone(page, user);
    await serveAnswers(page, toggleUserBlock, { status: 500, json: {} }, 'real');
    await block(page, user).click();
    await expectVisible(toast(page, failed));
    await block(page, user).click();
    await expectVisible(toast(page, `${user.name} is blocked`));
    await expectHidden(toast(page, failed));
    await expectText(status(page, user), 'Blocked');
  });

  test('[AUTH-09] for want of a session leads to the login', async ({ page, problems, user }) => {
    problems.allow(/^(response: 401|console: )/);
    await openAlone(page, user);
    await serveAnswers(page, toggleUserBlock, { status: 401, json: { status: false, message: 'Sign in' } });
    await block(page, user).click();
    await expectPath(page, '/login');
    expect(await stored(page, tokenKey)).toBeNull();
  });
});

describe('two administrators', () => {
  test('[USER-05] who press at once: one blocks, the other is told so, both see what is in force', async ({
    page,
    openPage,
    application,
    problems,
    user,
  }) => {
    problems.expect(/^response: 409 GET/);
    problems.allow(/^console: .*409/);
    const other = await openPage();
    await beginSignedIn(other, application);
    const both = [page, other];
    const releases = await Promise.all(both.map((each) => holdCall(each, callPattern(toggleUserBlock))));
    await Promise.all(both.map((each) => openAlone(each, user)));
    await Promise.all(both.map((each) => block(each, user).click()));
    for (const release of releases) release();
    const told = async (text: string) => {
      const counts = await Promise.all(both.map((each) => toast(each, text).count()));
      return counts.reduce((sum, count) => sum + count, 0);
    };
    await expect.poll(() => told(`${user.name} is blocked`)).toBe(1);
    await expect.poll(() => told('Somebody else has blocked this customer meanwhile.')).toBe(1);
    for (const each of both) await expectText(status(each, user), 'Blocked');
    expect(await isBlocked(application, user)).toBe(true);
  });

  test('[USER-05] one after the other: who saw an old state is told and shown the present one', async ({
    page,
    application,
    problems,
    user,
  }) => {
    problems.expect(/^response: 409 GET/);
    problems.allow(/^console: .*409/);
    await openAlone(page, user);
    await toggleAsAnother(application, user);
    await block(page, user).click();
    await expectVisible(toastRegion(page).getByText('Somebody else has blocked this customer meanwhile.'));
    await expectVisible(toast(page, failed));
    await expectText(status(page, user), 'Blocked');
    await userAction(page, user, 'Unblock user').click();
    await expectText(status(page, user), 'Active');
    expect(await isBlocked(application, user)).toBe(false);
  });

  test('[USER-05] an Undo that comes too late changes nothing', async ({ page, application, problems, user }) => {
    problems.expect(/^response: 409 GET/);
    problems.allow(/^console: .*409/);
    await openAlone(page, user);
    await block(page, user).click();
    await expectVisible(undo(page));
    await toggleAsAnother(application, user);
    await undo(page).click();
    await expectVisible(toastRegion(page).getByText('Somebody else has unblocked this customer meanwhile.'));
    await expectText(status(page, user), 'Active');
    expect(await isBlocked(application, user)).toBe(false);
  });

  test('[USER-05] a server that toggles whatever was seen is believed', async ({ page, user }) => {
    await openAlone(page, user);
    await serveAnswers(page, toggleUserBlock, { json: { status: true, isBlocked: false } });
    await block(page, user).click();
    await expectVisible(toast(page, `${user.name} is unblocked`));
    await expectVisible(toast(page, 'Somebody else changed it meanwhile.'));
    await expectText(status(page, user), 'Active');
    await expectHidden(undo(page));
  });

  test('[USER-05, USER-06] a customer whom somebody else has erased leaves the list', async ({
    page,
    application,
    problems,
    user,
  }) => {
    problems.expect(/^response: 404 GET/);
    problems.allow(/^console: .*404/);
    await openAlone(page, user);
    await callApi(application, await openSession(application), deleteUser, { params: { id: user.id } });
    await block(page, user).click();
    await expectVisible(toastRegion(page).getByText('There is no customer with this id.'));
    await expectVisible(page.getByText(`No users found matching "${user.name}"`, { exact: true }));
  });
});
