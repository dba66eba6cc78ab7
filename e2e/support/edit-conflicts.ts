import type { Locator, Page } from 'playwright-core';

/** The response to a save of what another user has changed, and its line on the console. */
export const conflictExpected = /^(response: 412|console: )/;

/** The notice that a record was changed. */
export const changedNow = (page: Page | Locator, noun: string) =>
  page.getByRole('alert').filter({ hasText: `Someone else changed this ${noun}. Nothing was saved.` });
const group = (page: Page | Locator, field: string) => page.getByRole('group', { name: new RegExp(`^${field}`) });

/** A side of a field that both sides have changed. */
export const option = (page: Page | Locator, field: string, name: string) =>
  group(page, field).getByRole('radio', { name, exact: true });
