import { listUsers } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';
import { startAnotherProvider } from './support/another-provider.ts';
import { applicationTest } from './support/application-test.ts';
import { callPattern } from './support/calls.ts';
import { expectHidden, expectPath, expectText, expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aUser, refTo } from './support/factories/people.ts';
import { holdCall } from './support/held-call.ts';
import { serveAnswers } from './support/served-answers.ts';
import { tokenKey } from './support/session.ts';
import { toast } from './support/toasts.ts';
import { openUsers, undo, userAction, userDetails, userRow, usersTotal } from './support/users-screen.ts';

const ravi = aUser({ vehicleTypes: ['car', 'car', ' ', 'tractor'] });
const far = aUser({ name: 'Far Away', phone: '7000000001' });
const withoutPhone = aUser({ name: 'Without Phone', phone: null });
const gone = aUser({ name: 'Gone Tomorrow', phone: '7000000002' });
const others = Array.from({ length: 10 }, (_, index) =>
  aUser({ name: `Other ${index}`, phone: `911111111${index}` }),
);
const bookings = [ravi, far, withoutPhone].map((user) => aBooking({ customer: refTo(user) }));
const provider = await startAnotherProvider({ users: [ravi, gone, ...others, far, withoutPhone], bookings });
afterAll(() => provider.stop());

const test = applicationTest({ environment: { API_HOST: provider.url } }).extend(
  'signedIn',
  { auto: true },
  async ({ page }) => {
    await page.goto('/config.json');
    await page.evaluate((key) => localStorage.setItem(key, 'a token of theirs'), tokenKey);
  },
);

const status = (page: Page) => userRow(page, ravi).getByText(/^(Active|Blocked)$/);
/** What the provider was asked from now on, but for the session. */
function watchAsked(): () => string[] {
  const before = provider.asked.length;
  return () => provider.asked.slice(before).filter((call) => !call.endsWith('profile'));
}
const ends = (calls: readonly string[]) => calls.map((call) => call.replace(/^.*\//, ''));

describe('before another provider', () => {
  test('[USER-05, API-04] a toggle reaches it each time, though it lets its answers be cached', async ({
    page,
  }) => {
    await openUsers(page);
    const asked = watchAsked();
    await userAction(page, ravi, 'Block user').click();
    await expectVisible(toast(page, 'Ravi Kumar is blocked'));
    await undo(page).click();
    await expectVisible(toast(page, 'Ravi Kumar is unblocked'));
    await userAction(page, ravi, 'Block user').click();
    await expectVisible(toast(page, 'Ravi Kumar is blocked'));
    await expectText(status(page), 'Blocked');
    // The same address three times, without our own `seen`.
    expect(ends(asked())).toEqual([ravi.id, ravi.id, ravi.id]);
    expect(provider.users.find(({ id }) => id === ravi.id)?.isBlocked).toBe(true);
  });

  test('[ERR-02] Refresh reads anew', async ({ page }) => {
    await openUsers(page);
    const asked = watchAsked();
    const [first] = provider.users;
    if (first) first.isBlocked = !first.isBlocked;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectText(status(page), first?.isBlocked ? 'Blocked' : 'Active');
    expect(asked()).toHaveLength(1);
  });

  test('[API-17, USER-04] details ask for nothing of ours and lead to no list of ours', async ({ page }) => {
    await openUsers(page);
    const asked = watchAsked();
    await userAction(page, ravi, 'View details of').click();
    const dialog = userDetails(page, ravi);
    await expectVisible(dialog.getByRole('region', { name: 'Account' }));
    await expectHidden(dialog.getByRole('region', { name: 'History' }));
    await expectHidden(dialog.getByRole('link'));
    expect(asked()).toEqual([]);
  });

  test('[FMT-05, API-15] vehicles named twice, not at all or unknown are shown once, as they are', async ({
    page,
  }) => {
    await openUsers(page);
    await expectText(userRow(page, ravi).getByRole('cell').nth(2), 'Car Tractor');
  });

  test('[USER-01, API-15] Ctrl or Cmd+K finds somebody by the list alone, and opens them in it', async ({
    page,
    problems,
  }) => {
    // This one has no mechanics.
    problems.allow(/^response: 404|listMechanics/);
    await openUsers(page);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: /^Phone, name/ }).fill(far.phone ?? '');
    await expectVisible(page.getByRole('option', { name: /^Far Away/ }));
    await page.keyboard.press('Enter');
    await expectVisible(userDetails(page, far).getByRole('region', { name: 'Account' }));
  });

  test('[BOOK-11, API-17] a booking’s customer is found by their phone, on whatever page they are', async ({
    page,
  }) => {
    await page.goto('/bookings');
    const name = page.getByRole('link', { name: 'Far Away', exact: true });
    await expectVisible(name);
    const asked = watchAsked();
    await name.click();
    await expectPath(page, '/users');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ user: far.id, search: '7000000001' });
    await expectVisible(userDetails(page, far).getByRole('region', { name: 'Account' }));
    await page.keyboard.press('Escape');
    await expectVisible(usersTotal(page, 1));
    const others = asked().filter((call) => !call.startsWith(`GET ${listUsers.path}?`));
    expect(others).toEqual([]);
  });

  test('[BOOK-11] who has no phone is said not to be on the page', async ({ page }) => {
    await page.goto('/bookings');
    await page.getByRole('link', { name: 'Without Phone' }).click();
    const dialog = page.getByRole('dialog', { name: 'User Details' });
    await expectVisible(
      dialog.getByText('This user is not on the page of the list that is shown. Search for them there.'),
    );
  });

  test('[NAV-09, ERR-03] a shared address says that it loads, not that nobody is there', async ({
    page,
    problems,
  }) => {
    problems.allow(/^(response: 404|console: )/);
    const release = await holdCall(page, callPattern(listUsers));
    await page.goto(`/users?user=${far.id}&search=${far.phone}`);
    await expectVisible(page.getByRole('dialog').getByRole('status', { name: 'Loading the user' }));
    await expectHidden(page.getByText(/not on the page/));
    release();
    await expectVisible(userDetails(page, far).getByRole('region', { name: 'Account' }));
    await page.unroute(callPattern(listUsers));
    await serveAnswers(page, listUsers, { status: 404, json: {} });
    await page.reload();
    await expectVisible(page.getByRole('dialog').getByText(/not on the page/));
    await page.keyboard.press('Escape');
    await expectVisible(page.getByRole('alert').getByText('Failed to load users'));
  });

  test('[USER-06] deleting works as with ours', async ({ page }) => {
    await openUsers(page, `?search=${gone.phone}`);
    await userAction(page, gone, 'Delete user').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expectVisible(page.getByText(`No users found matching "${gone.phone}"`, { exact: true }));
    expect(provider.users.some(({ id }) => id === gone.id)).toBe(false);
  });
});
