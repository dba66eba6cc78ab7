import type { Locator, Page } from 'playwright-core';

/**
 * Pattern of the errors after a save of a record that another user has changed: the response and its line on the
 * console.
 */
export const CONFLICT_ERRORS = /^(response: 412|console: )/;

/** Returns the notice that a record was changed. */
export const conflictNotice = (page: Page | Locator, noun: string) =>
  page.getByRole('alert').filter({ hasText: `Someone else changed this ${noun}. Nothing was saved.` });
const group = (page: Page | Locator, field: string) => page.getByRole('group', { name: new RegExp(`^${field}`) });

/** Returns the radio button of one version of a field that both users have changed. */
export const versionOption = (page: Page | Locator, field: string, name: string) =>
  group(page, field).getByRole('radio', { name, exact: true });
