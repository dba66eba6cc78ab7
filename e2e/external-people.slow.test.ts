import { listUsers, toggleUserBlock } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectHidden, expectPath, expectText, expectVisible } from './support/expectations.ts';
import { signedInExternalTest } from './support/external/external-test.ts';
import { toast, undo } from './support/toasts.ts';
import { openUsers, userAction, userDetails, userRow, usersTotal } from './support/users-screen.ts';

const { provider, test } = await signedInExternalTest();

const meera = { id: '65f1000000000000000000a1', name: 'Meera Nair', phone: '9811111111' };
const status = (page: Page) => userRow(page, meera).getByText(/^(Active|Blocked)$/);

test('[USER-05, API-04] sends each toggle, although the answers may be cached', async ({ page }) => {
  await openUsers(page);
  await userAction(page, meera, 'Block user').click();
  await expectVisible(toast(page, 'Meera Nair is blocked'));
  await undo(page).click();
  await expectVisible(toast(page, 'Meera Nair is unblocked'));
  await expectHidden(toast(page, 'Meera Nair is blocked'));
  await userAction(page, meera, 'Block user').click();
  await expectVisible(toast(page, 'Meera Nair is blocked'));
  await expectText(status(page), 'Blocked');
  // The same address three times, without our own `seen`.
  expect(provider.requests(toggleUserBlock).map(({ path, query }) => [path.endsWith(meera.id), query])).toEqual(
    Array.from({ length: 3 }, () => [true, {}]),
  );
});

test('[API-17, USER-04] details call none of our extensions and link to none of our lists', async ({ page }) => {
  await openUsers(page);
  provider.forget();
  await userAction(page, meera, 'View details of').click();
  const dialog = userDetails(page, meera);
  await expectVisible(dialog.getByRole('region', { name: 'Account' }));
  await expectHidden(dialog.getByRole('region', { name: 'History' }));
  await expectHidden(dialog.getByRole('link'));
  expect(provider.allRequests()).toEqual([]);
});

test('[BOOK-11, API-17] finds the customer of a booking by phone, on any page', async ({ page }) => {
  await page.goto('/bookings');
  const name = page.getByRole('link', { name: meera.name, exact: true });
  await expectVisible(name);
  provider.forget();
  await name.click();
  await expectPath(page, '/users');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ user: meera.id, search: meera.phone });
  await expectVisible(userDetails(page, meera).getByRole('region', { name: 'Account' }));
  await page.keyboard.press('Escape');
  await expectVisible(usersTotal(page, 1));
  expect(new Set(provider.allRequests())).toEqual(new Set([`GET ${listUsers.path}`]));
});

test('[BOOK-11] reports a customer without a phone as not on the page', async ({ page }) => {
  await page.goto('/bookings');
  await page.getByRole('link', { name: 'Plain 5' }).click();
  const dialog = page.getByRole('dialog', { name: 'User Details' });
  await expectVisible(
    dialog.getByText('This user is not on the page of the list that is shown. Search for them there.'),
  );
});

test('[NAV-09, ERR-03] shows a shared address as loading, not as missing', async ({ page, pageErrors }) => {
  pageErrors.allow(/^(response: 404|console: )/);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  provider.answerNext(listUsers, { held });
  await page.goto(`/users?user=${meera.id}&search=${meera.phone}`);
  await expectVisible(page.getByRole('dialog').getByRole('status', { name: 'Loading the user' }));
  await expectHidden(page.getByText(/not on the page/));
  release();
  await expectVisible(userDetails(page, meera).getByRole('region', { name: 'Account' }));
  provider.answerNext(listUsers, { status: 404, message: 'We have moved' });
  await page.reload();
  await expectVisible(page.getByRole('dialog').getByText(/not on the page/));
  await page.keyboard.press('Escape');
  await expectVisible(page.getByRole('alert').getByText('We have moved'));
});

test('[USER-01, API-15] global search finds a customer through the lists and opens the details', async ({
  page,
}) => {
  await openUsers(page);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: /^Phone, name/ }).fill(meera.phone);
  await expectVisible(page.getByRole('option', { name: /^Meera Nair/ }));
  await page.keyboard.press('Enter');
  await expectVisible(userDetails(page, meera).getByRole('region', { name: 'Account' }));
});
