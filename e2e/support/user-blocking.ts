import type { User } from '@wayside/contract/users';
import { getUser } from '@wayside/contract/users';
import type { Locator, Page } from 'playwright-core';
import { callApi } from './api-call.ts';
import type { Application } from './application.ts';
import { storedSession } from './session.ts';
import { userAction, userRow } from './users-screen.ts';

/** Whether a customer is blocked, in the list's words. */
export function blockedState(page: Page, user: User): Locator {
  return userRow(page, user).getByText(/^(Active|Blocked)$/);
}

/** The button that blocks a customer. */
export function block(page: Page, user: User): Locator {
  return userAction(page, user, 'Block user');
}

/** Whether a customer is blocked, as the server has it. */
export async function isBlocked(application: Application, { id }: User): Promise<boolean> {
  return (await callApi(application, await storedSession(application), getUser, { params: { id } })).record
    .isBlocked;
}
