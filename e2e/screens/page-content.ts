import type { Page } from '@wayside/contract/wire/paging';
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';

const normalizedTextOf = (element: Element): string =>
  (element as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim();

/** Waits until the elements have these texts, in order, with white space collapsed. */
export const expectTexts = (locator: Locator, texts: readonly unknown[]): Promise<void> =>
  expect.poll(() => locator.elements().map(normalizedTextOf)).toEqual(texts);

/** Waits until the address has exactly this query. */
export const expectQuery = (query: Record<string, unknown>): Promise<void> =>
  expect.poll(() => Object.fromEntries(new URLSearchParams(location.search))).toEqual(query);

/** Reads the description list under a heading, as values by label. */
export function readDescriptionList(parent: Locator, title: string): Record<string, string> {
  const group = parent.getByRole('region', { name: title, exact: true });
  const values = group.getByRole('definition').elements().map(normalizedTextOf);
  const labels = group.getByRole('term').elements().map(normalizedTextOf);
  return Object.fromEntries(labels.map((label, index) => [label, values[index] ?? '']));
}

/** Returns the button with a full name. */
export const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

/** Returns the page of the records that a call requests. */
export function pageOf<R>(records: readonly R[], { searchParams }: URL): Page<R> {
  const [number, limit] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('limit') ?? 10)];
  return {
    rows: records.slice((number - 1) * limit, number * limit),
    total: records.length,
    pageCount: Math.ceil(records.length / limit),
    page: number,
  };
}

/** Returns a line of a toast. */
export const toast = (text: string): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(text, { exact: true });

/** Asserts that a control is completely on the screen, large enough to touch and not covered. */
export async function expectInReach(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible();
  await expect
    .poll(() => {
      const { left, right, top, bottom, height } = target.element().getBoundingClientRect();
      const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      return isInside && height >= 44 && target.element().contains(front);
    })
    .toBe(true);
}
