import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';

type Text = string | RegExp;

/** Returns the button with a full name or matching a pattern. */
export const button = (name: Text, within: Pick<Locator, 'getByRole'> = page): Locator =>
  within.getByRole('button', { name, exact: true });

/** Clicks the button with a full name or matching a pattern. */
export const press = (name: Text, within?: Pick<Locator, 'getByRole'>): Promise<void> =>
  button(name, within).click();

export const heading = (name: Text): Locator => page.getByRole('heading', { name, exact: true });
export const dialog = (name: Text): Locator => page.getByRole('dialog', { name, exact: true });
export const confirmation = (): Locator => page.getByRole('alertdialog');
export const alert = (text: Text): Locator => page.getByRole('alert').filter({ hasText: text });
/** Returns the toast that contains a text. */
export const toast = (text: Text): Locator =>
  page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: text });
/** Returns the field with a full label. */
export const field = (label: Text, within: Pick<Locator, 'getByLabelText'> = page): Locator =>
  within.getByLabelText(label, { exact: true });

/** Waits until exactly one element with the complete text is visible. */
export async function expectShown(text: Text, within: Pick<Locator, 'getByText'> = page): Promise<void> {
  await expect.element(within.getByText(text, { exact: true })).toBeVisible();
}

export async function expectAbsent(locator: Locator): Promise<void> {
  await expect.element(locator).not.toBeInTheDocument();
}

const normalizedTextOf = (element: Element): string =>
  (element instanceof HTMLElement ? element.innerText : (element.textContent ?? '')).replaceAll(/\s+/g, ' ').trim();

/** Waits until the elements have these texts in order, with white space collapsed. */
export const expectTexts = (locator: Locator, texts: readonly Text[]): Promise<void> =>
  expect
    .poll(() => locator.elements().map(normalizedTextOf))
    .toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))));

/** Waits until exactly one element matches and has this text. */
export const expectText = (locator: Locator, text: Text): Promise<void> => expectTexts(locator, [text]);

/** Returns the values under a heading, by label. */
export function readDescriptionList(within: Locator, title: string): Record<string, string> {
  const group = within.getByRole('region', { name: title, exact: true });
  const values = group.getByRole('definition').elements().map(normalizedTextOf);
  return Object.fromEntries(
    group
      .getByRole('term')
      .elements()
      .map((term, index) => [normalizedTextOf(term), values[index] ?? '']),
  );
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Creates an image file of one pixel to select in a form. */
export const aPicture = (name = 'a.png'): File =>
  new File([Uint8Array.from(atob(PIXEL), (each) => each.charCodeAt(0))], name, { type: 'image/png' });
