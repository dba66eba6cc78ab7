import type { Locator, Page } from 'playwright-core';

/** Something that a person does on a screen, whose answer may say that it failed. */
export interface Change {
  readonly name: string;
  readonly path: string;
  readonly call: { readonly path: string };
  /** Comes to where the button is. */
  readonly open: (page: Page) => Promise<void>;
  readonly submit: (page: Page) => Locator;
  /** The screen's fixed text. */
  readonly failed: string;
  readonly done: RegExp;
  /** Whether a missing status is a failure too. */
  readonly readsStatus?: boolean;
  /** What must still be there. */
  readonly kept: (page: Page) => Locator;
}

export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
export const typed = (label: string, text: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).fill(text);
export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click();
export const after =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };
export const named = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
export const inDialog = (name: string) => (page: Page) =>
  dialog(page).last().getByRole('button', { name, exact: true });

export const deletion = (noun: string, record: string) => ({
  open: press(new RegExp(`^Delete ${noun} ${record}`)),
  submit: inDialog('Delete'),
  done: /is deleted|deleted successfully/,
  kept: dialog,
});
