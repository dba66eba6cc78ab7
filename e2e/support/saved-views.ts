import { deleteSharedView, deleteView, listViews } from '@wayside/contract/views';
import type { Locator, Page } from 'playwright-core';
import { callApi } from './api-call.ts';
import { marketplaceTest } from './application-test.ts';
import { aBooking } from './factories/bookings.ts';
import { aPayment } from './factories/payments.ts';
import { storedSession } from './session.ts';

/**
 * Creates the `test` of a file with six bookings and two payments. Each test starts without views and has a session
 * `token`.
 */
export const savedViewsTest = () =>
  marketplaceTest({
    bookings: [
      ...Array.from({ length: 3 }, () => aBooking({ status: 'pending', kind: 'services' })),
      ...Array.from({ length: 2 }, () => aBooking({ status: 'pending', kind: 'emergency' })),
      aBooking({ status: 'completed', kind: 'emergency' }),
    ],
    payments: [aPayment({ status: 'paid' }), aPayment({ status: 'failed' })],
  }).extend('token', { auto: true }, async ({ application }) => {
    const token = await storedSession(application);
    const { rows } = await callApi(application, token, listViews, {});
    for (const { id, isShared } of rows)
      await callApi(application, token, isShared ? deleteSharedView : deleteView, { params: { id } });
    return token;
  });

/** A view of pending bookings. */
export const PENDING = { list: 'bookings', name: 'Pending', query: 'status=pending&sort=date' } as const;

const row = (page: Page): Locator => page.getByRole('navigation', { name: 'Views' });
/** Returns the links to views above a list. */
export const viewLinks = (page: Page): Locator => row(page).getByRole('link');
/** Returns the link to a view that contains a name. */
export const viewLink = (page: Page, name: string): Locator => viewLinks(page).filter({ hasText: name });
/** Returns the link to the opened view. */
export const openedView = (page: Page): Locator => row(page).locator('[aria-current=page]');
/** Returns the headings of the table's columns. */
export const columnHeaders = (page: Page): Locator => page.getByRole('columnheader').filter({ hasText: /\S/ });
/** Returns the heading of a list, which includes the number of rows. */
export const heading = (page: Page, text: string): Locator =>
  page.getByRole('heading', { level: 2, name: text, exact: true });
