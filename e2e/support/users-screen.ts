import type { User } from '@wayside/contract/users';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectVisible } from './expectations.ts';
import { toastRegion } from './toasts.ts';

type Named = Pick<User, 'id' | 'name'>;

/** Opens the customers under a query string and waits until they are there. */
export async function openUsers(page: Page, search = ''): Promise<void> {
  await page.goto(`/users${search}`);
  await expectVisible(page.getByRole('heading', { name: /^All Users \(/ }));
}

/** Opens the list that holds a customer alone, by their name. */
export async function openUserAlone(page: Page, { name }: Named): Promise<void> {
  await openUsers(page, `?search=${encodeURIComponent(name ?? '')}`);
}

/** "All Users (3)" */
export function usersTotal(page: Page, count: number): Locator {
  return page.getByRole('heading', { name: `All Users (${count})`, exact: true });
}

/** A customer's row of the table, or their card on a phone. */
export function userRow(page: Page, { id }: Named): Locator {
  return page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ hasText: id.slice(-6) });
}

/** A button in a customer's row: "Block user". */
export function userAction(page: Page, user: Named, action: string): Locator {
  return page.getByRole('button', { name: `${action} ${user.name}`, exact: true });
}

/** The details of a customer. */
export function userDetails(page: Page, { name }: Named): Locator {
  return page.getByRole('dialog', { name: name ?? 'N/A', exact: true });
}

/** The way back in a toast. */
export function undo(page: Page): Locator {
  return toastRegion(page).getByRole('button', { name: 'Undo' });
}

/** Waits until something has the focus. */
export async function expectFocused(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((it) => it === document.activeElement)).toBe(true);
}
