import { getUser, type User } from '@wayside/contract/users';
import type { Locator, Page } from 'playwright-core';
import { callApi } from './api-call.ts';
import type { Application } from './application.ts';
import { expectVisible } from './expectations.ts';
import { storedSession } from './session.ts';

type Named = Pick<User, 'id' | 'name'>;

/** Opens the list of customers and waits until it is filled. */
export async function openUsers(page: Page, search = ''): Promise<void> {
  await page.goto(`/users${search}`);
  await expectVisible(page.getByRole('heading', { name: /^All Users \(/ }));
}

/** Opens the list filtered to one customer, by name. */
export async function openUserSearch(page: Page, { name }: Named): Promise<void> {
  await openUsers(page, `?search=${encodeURIComponent(name ?? '')}`);
}

/** Returns a customer's row of the table, or their card on a phone. */
export function userRow(page: Page, { id }: Named): Locator {
  return page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ hasText: id.slice(-6) });
}

/** Returns a button in a customer's row, such as "Block user". */
export function userAction(page: Page, user: Named, action: string): Locator {
  return page.getByRole('button', { name: `${action} ${user.name}`, exact: true });
}

/** Returns the details dialog of a customer. */
export function userDetails(page: Page, { name }: Named): Locator {
  return page.getByRole('dialog', { name: name ?? 'N/A', exact: true });
}

/** Returns the text in the list that shows whether a customer is blocked. */
export function blockedState(page: Page, user: User): Locator {
  return userRow(page, user).getByText(/^(Active|Blocked)$/);
}

/** Returns the button that blocks a customer. */
export function blockButton(page: Page, user: User): Locator {
  return userAction(page, user, 'Block user');
}

/** Checks on the server whether a customer is blocked. */
export async function isBlocked(application: Application, { id }: User): Promise<boolean> {
  return (await callApi(application, await storedSession(application), getUser, { params: { id } })).record
    .isBlocked;
}
