import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const patience = { timeout: 5000, interval: 30 };

/** Waits until exactly one such thing can be seen. */
export async function expectVisible(locator: Locator): Promise<void> {
  await locator.waitFor({ state: 'visible', timeout: patience.timeout });
}

/** Waits until no such thing can be seen. */
export async function expectHidden(locator: Locator): Promise<void> {
  await locator.waitFor({ state: 'hidden', timeout: patience.timeout });
}

/** Waits until the text reads as given, white space collapsed. */
export async function expectText(locator: Locator, text: string | RegExp): Promise<void> {
  const read = expect.poll(async () => (await locator.innerText()).replaceAll(/\s+/g, ' ').trim(), patience);
  await (typeof text === 'string' ? read.toBe(text) : read.toMatch(text));
}

/** Waits until the texts of all such things, in order, are as given. */
export async function expectTexts(locator: Locator, texts: string[]): Promise<void> {
  await expect
    .poll(async () => (await locator.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim()), patience)
    .toEqual(texts);
}

/** Waits until a form control holds the value. */
export async function expectValue(locator: Locator, value: string): Promise<void> {
  await expect.poll(() => locator.inputValue(), patience).toBe(value);
}

/** Waits until the address has this path. */
export async function expectPath(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).pathname, patience).toBe(path);
}

/** What local storage holds under a key, null if nothing. */
export function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}
