import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const limits = { timeout: 15_000, interval: 30 };

/** Waits until exactly one such element is visible. */
export async function expectVisible(locator: Locator): Promise<void> {
  await locator.waitFor({ state: 'visible', timeout: limits.timeout });
}

/** Waits until no such element is visible. */
export async function expectHidden(locator: Locator): Promise<void> {
  await locator.waitFor({ state: 'hidden', timeout: limits.timeout });
}

/** Waits until the element has this text, with white space collapsed. */
export async function expectText(locator: Locator, text: string | RegExp): Promise<void> {
  const read = expect.poll(async () => (await locator.innerText()).replaceAll(/\s+/g, ' ').trim(), limits);
  await (typeof text === 'string' ? read.toBe(text) : read.toMatch(text));
}

/** Waits until the elements have these texts, in order. */
export async function expectTexts(locator: Locator, texts: string[]): Promise<void> {
  await expect
    .poll(async () => (await locator.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim()), limits)
    .toEqual(texts);
}

/** Waits until a form control holds the value. */
export async function expectValue(locator: Locator, value: string): Promise<void> {
  await expect.poll(() => locator.inputValue(), limits).toBe(value);
}

/** Waits until the address has this path. */
export async function expectPath(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).pathname, limits).toBe(path);
}

/** Waits until an element has the focus. */
export async function expectFocused(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((it) => it === document.activeElement), limits).toBe(true);
}

/** Reads a key of local storage. */
export function readLocalStorage(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/**
 * Hovers over an element until its tooltip shows the text. Tooltips open with a delay (NAV-07) and load after the
 * screen, so the pointer enters the element again on each attempt.
 */
export async function expectTooltip(page: Page, target: Locator, text: string): Promise<void> {
  const tip = page.getByRole('tooltip');
  const rest = async () => {
    await page.mouse.move(0, 0);
    await target.hover();
    await tip.waitFor({ timeout: 1500 }).catch(() => undefined);
    return (await tip.count()) === 0 ? null : tip.innerText();
  };
  await expect.poll(rest, { timeout: 8000 }).toBe(text);
}

/** Reads the description list under a heading of a dialog, as values by label. */
export async function readDescriptionList(parent: Locator, title: string): Promise<Record<string, string>> {
  const group = parent.getByRole('region', { name: title, exact: true });
  const labels = await group.getByRole('term').allInnerTexts();
  const values = await group.getByRole('definition').allInnerTexts();
  return Object.fromEntries(labels.map((label, index) => [label, (values[index] ?? '').replaceAll(/\s+/g, ' ')]));
}
