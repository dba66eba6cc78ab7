import type { Locator, Page } from 'playwright-core';

/** A change that a person makes on a screen. */
export interface Change {
  readonly name: string;
  readonly path: string;
  readonly call: { readonly path: string };
  /** Opens what holds the submit button. */
  readonly open: (page: Page) => Promise<void>;
  readonly submit: (page: Page) => Locator;
  /** The screen's fixed text for a failure. */
  readonly failed: string;
  readonly succeeded: RegExp;
  /** Whether a missing status is a failure too. */
  readonly readsStatus?: boolean;
  /** What a failure must leave on the screen. */
  readonly remains: (page: Page) => Locator;
}

export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
export const typed = (label: string, text: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).fill(text);
export const pressing = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click();
export const after =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };
export const named = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
export const inDialog = (name: string) => (page: Page) =>
  dialog(page).last().getByRole('button', { name, exact: true });

export const deletion = (noun: string, record: string) => ({
  open: pressing(new RegExp(`^Delete ${noun} ${record}`)),
  submit: inDialog('Delete'),
  succeeded: /is deleted|deleted successfully/,
  remains: dialog,
});
