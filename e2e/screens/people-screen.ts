import { listActivity } from '@wayside/contract/activity';
import { getNextApplication } from '@wayside/contract/mechanics';
import { getMechanicBalance } from '@wayside/contract/payouts-earnings';
import { getRecordCounts, getTimeline, type RecordCounts } from '@wayside/contract/timeline';
import { expect, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { respondWith, respondWithRows } from './open-screen.ts';

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const dialog = (name: string | RegExp) => page.getByRole('dialog', { name, exact: true });
export const region = (name: string) => page.getByRole('region', { name, exact: true });
export const confirmation = page.getByRole('alertdialog');
export const toasts = page.getByRole('region', { name: /^Notifications/ });
export const toast = (text: string) => toasts.getByText(text, { exact: true });
/** Returns the row of a list that contains a text. */
export const row = (text: string) => page.getByRole('row').filter({ hasText: text });

const normalizedTextOf = (element: Element): string =>
  (element as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim();

/** Waits until the elements have these texts, in order. */
export const expectTexts = (locator: Locator, texts: readonly string[]) =>
  expect.poll(() => locator.elements().map(normalizedTextOf)).toEqual(texts);

/** Returns the value of each term in a region. */
export const readDescriptionList = (name: string): Record<string, string> => {
  const values = region(name).getByRole('definition').elements().map(normalizedTextOf);
  const terms = region(name).getByRole('term').elements().map(normalizedTextOf);
  return Object.fromEntries(terms.map((term, index) => [term, values[index] ?? '']));
};

/** Focuses an element as soon as it is visible. */
export async function focus(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
  (locator.element() as HTMLElement).focus();
}

export const expectQuery = (query: Record<string, string>) =>
  expect.poll(() => Object.fromEntries(new URLSearchParams(location.search))).toEqual(query);

const ZERO_COUNTS: RecordCounts = { bookings: 0, payments: 0, earnings: 0, payouts: 0, notes: 0, activity: 0 };

/** Responds with the balance and the wallet of a mechanic. */
export const respondWithBalance = (balancePaise: number, walletPaise: number | null) =>
  respondWith(getMechanicBalance, {
    record: {
      ...{ mechanicId: 'b'.repeat(24), name: null, phone: null, netEarningPaise: null, paidOutPaise: null },
      ...{ pendingCommissionPaise: null, cashKeptPaise: null, balancePaise, walletPaise },
    },
  });

/** The calls of a person's details in addition to the record. */
export const EMPTY_RELATED_RESPONSES = [
  respondWithBalance(0, 0),
  respondWith(getRecordCounts, { record: ZERO_COUNTS }),
  respondWith(getTimeline, { rows: [], next: null }),
  respondWithRows(listActivity),
];

export const noApplicationsResponse = respondWith(getNextApplication, {
  mechanicId: null,
  waiting: 0,
  asked: 0,
  position: null,
});

/** Lets a test advance the timers of the screen. */
export function useTestClock(): void {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
}

/** The URL of a 300 by 200 pixel picture. */
export const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="300" height="200"%3E%3Crect width="300" height="200" fill="grey"/%3E%3C/svg%3E';
