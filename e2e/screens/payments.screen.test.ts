import { exportPayments } from '@wayside/contract/exports';
import { getPayment, listPayments, type Payment } from '@wayside/contract/payments';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aPayment } from '../support/factories/payments.ts';
import { aMechanic, aUser, refTo } from '../support/factories/people.ts';
import { expectAccessible, expectNoLayoutShift } from './accessible.ts';
import {
  holdResponse,
  inSequence,
  openScreen,
  respondBy,
  respondWith,
  respondWithRows,
  respondWithStatus,
  sentQueries,
} from './open-screen.ts';
import { button, expectQuery, expectTexts, pageOf, readDescriptionList } from './page-content.ts';
import { DETAILS_RESPONSES } from './responses.ts';

const ravi = aUser({ name: 'Ravi Kumar', email: 'ravi@example.in' });
const suresh = aMechanic();
const whole = aPayment({
  booking: { id: 'b'.repeat(24) },
  amountPaise: 123_450,
  customer: refTo(ravi),
  mechanic: refTo(suresh),
  screenshot: '/apps/web/public/icons/icon-192.png',
  amounts: { totalPaise: 150_000, discountPaise: 10_000, paidPaise: 123_450, duePaise: 16_550 },
  transactedAt: '2026-03-09T05:00:00.000Z',
});
const bare = aPayment({
  amountPaise: 5_000,
  method: 'cash',
  status: 'pending',
  screenshot: '/files/broken.png',
  transactedAt: '2026-03-08T05:00:00.000Z',
});
const failed = aPayment({
  amountPaise: 70_000,
  method: 'cash',
  status: 'failed',
  transactedAt: '2026-03-07T05:00:00.000Z',
});
const elsewhere = aPayment({ screenshot: 'https://pictures.example.in/receipt.png' });
const all = [whole, bare, failed, ...Array.from({ length: 9 }, () => aPayment())];
const list = respondBy(listPayments, (url) => {
  const method = url.searchParams.get('method');
  return pageOf(
    all.filter((payment) => method === null || payment.method === method),
    url,
  );
});

const heading = (count: number) => page.getByRole('heading', { name: `All Payments (${count})`, exact: true });
const row = ({ id }: Payment) => page.getByRole('row').filter({ hasText: id.slice(-6).toUpperCase() });
const column = (name: string) => page.getByRole('columnheader', { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const details = page.getByRole('dialog');
const proof = details.getByRole('img', { name: /Proof of payment/ });

describe('the list of payments', () => {
  it('is accessible while it loads and when it is filled, without a layout shift', async () => {
    const later = holdResponse(list);
    await openScreen('/payments', [later]);
    await expect.element(page.getByRole('heading', { name: 'All Payments', exact: true })).toBeVisible();
    await expectAccessible();
    await expectNoLayoutShift(async () => {
      later.release();
      await expect.element(heading(12)).toBeVisible();
    });
    await expectAccessible();
  });

  it('[PAYM-03, FMT-01, FMT-03] shows its columns and fallback values', async () => {
    await openScreen('/payments', [list, ...DETAILS_RESPONSES]);
    await expectTexts(page.getByRole('columnheader'), [
      ...['', 'Payment ID', 'Booking ID', 'Customer', 'Amount', 'Method', 'Date and Time', 'Status', 'Actions'],
    ]);
    await expectTexts(row(whole), [
      `${whole.id.slice(-6).toUpperCase()} bbbbbb Ravi Kumar ravi@example.in 9876543210 ₹1,234.50 UPI 9 Mar 2026 10:30 am Paid`,
    ]);
    await expectTexts(row(bare), [
      expect.stringMatching(/^\S+ N\/A Guest N\/A N\/A ₹50 Cash 8 Mar 2026 10:30 am Pending$/),
    ]);
    await expect.element(page.getByText('Showing 1 to 10 of 12 payments', { exact: true })).toBeVisible();
  });

  it('[PAYM-01, PAYM-02, PAYM-07, BOOK-15] filters by method, status and words, and totals the page', async () => {
    const sums = page.getByRole('region', { name: 'Sums of this page' }).getByRole('paragraph');
    const noun = (count: number) => `${count} ${count === 1 ? 'payment' : 'payments'} on this page`;
    await openScreen('/payments', [list, ...DETAILS_RESPONSES]);
    await expectTexts(sums, [...['₹11,070.50', noun(10), '₹10,320.50', noun(8), '₹50', noun(1), '₹700', noun(1)]]);
    await field('Payment method').selectOptions('Cash');
    await expectTexts(sums, ['₹750', noun(2), '₹0', noun(0), '₹50', noun(1), '₹700', noun(1)]);
    await expectQuery({ method: 'cash' });
    await expect.element(button('Payment method: Cash, remove filter')).toBeVisible();
    await field('Payment method').selectOptions('Card');
    await expect.element(page.getByText('No Payments Found', { exact: true })).toBeVisible();
    await field('Status').selectOptions('Refunded');
    await button('Clear filters').first().click();
    const search = page.getByRole('searchbox', { name: 'Search by payment ID' });
    await expect.element(search).toHaveAttribute('placeholder', 'ID, phone, name, amount, transaction ID');
    await search.fill(' kumar RAVI ');
    await expectQuery({ search: 'kumar RAVI' });
    await expect
      .poll(() => sentQueries(listPayments).map(({ page: _, limit: __, ...asked }) => asked))
      .toEqual([
        {},
        { method: 'cash' },
        { method: 'card' },
        { method: 'card', status: 'refunded' },
        {},
        { search: 'kumar RAVI' },
      ]);
  });

  it('[PAYM-01] shows the payments of each sum without a request', async () => {
    await openScreen('/payments?method=cash', [list, ...DETAILS_RESPONSES]);
    const explained = (stat: string) => page.getByRole('dialog', { name: `Breakdown of ${stat}`, exact: true });
    await button('Explain Failed').click();
    const dialog = explained('Failed');
    await expect.element(dialog.getByText('Of the payments on this page', { exact: true })).toBeVisible();
    await expectTexts(dialog.getByRole('row'), [
      'Date Payment ID Customer Method Status Adds',
      `7 Mar 2026, 10:30 am ${failed.id.slice(-6).toUpperCase()} Guest Cash Failed ₹700`,
    ]);
    await expect.element(dialog.getByText('1 row, which sums to ₹700', { exact: true })).toBeVisible();
    await expectAccessible();
    for (const [stat, text] of [
      ['Total Amount', '2 rows, which sum to ₹750'],
      ['Completed', 'There are no rows, so it is ₹0.'],
    ] as const) {
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      await button(`Explain ${stat}`).click();
      await expect.element(explained(stat).getByText(text, { exact: true })).toBeVisible();
    }
    expect(sentQueries(listPayments)).toHaveLength(1);
  });

  it('[VIEW-02] is sorted by amount and date with the column headings, and the order is in the URL', async () => {
    await openScreen('/payments', [list, ...DETAILS_RESPONSES]);
    const press = (name: string) => column(name).getByRole('button').click();
    await expect.element(column('Date and Time')).toHaveAttribute('aria-sort', 'descending');
    await press('Amount');
    await expect.element(column('Amount')).toHaveAttribute('aria-sort', 'descending');
    await press('Amount');
    await expect.element(column('Amount')).toHaveAttribute('aria-sort', 'ascending');
    await expectAccessible();
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expect.element(page.getByText('page 2 of 2', { exact: true })).toBeVisible();
    await press('Date and Time');
    await press('Date and Time');
    await expect.element(column('Date and Time')).toHaveAttribute('aria-sort', 'ascending');
    await expectQuery({ sort: 'date' });
    await expect
      .poll(() => sentQueries(listPayments).map(({ sort, page: number }) => [sort, number]))
      .toEqual([
        [undefined, '1'],
        ['-amount', '1'],
        ['amount', '1'],
        ['amount', '2'],
        [undefined, '1'],
        ['date', '1'],
      ]);
  });

  it('[VIEW-01] reports a range that ends before it starts, sends no request, and exports the filtered days', async () => {
    const table = { endpoint: exportPayments, respond: () => new Response('ID\r\n') };
    await openScreen('/payments?from=2026-03-07&to=2026-03-06', [list, table]);
    await expect.element(page.getByText('The end of the range is before its start')).toBeVisible();
    await expect.element(page.getByText('Must not be before From.')).toBeVisible();
    await expect.element(button('Export')).toBeDisabled();
    await button('Refresh').click();
    await expectAccessible();
    expect(sentQueries(listPayments)).toEqual([]);
    await field('To').fill('2026-03-07');
    await expect.element(heading(12)).toBeVisible();
    await expect.element(page.getByText('Must not be before From.')).not.toBeInTheDocument();
    await button('Export').click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const days = { from: '2026-03-07', to: '2026-03-07' };
    await expect.poll(() => sentQueries(exportPayments)).toEqual([{ ...days, format: 'csv' }]);
    history.back();
    await button('Clear filters').first().click();
    await expectQuery({});
  });

  it.each([
    ['status false', respondWithStatus(listPayments, 200, { status: false }), 'Failed to fetch payments'],
    ['a message', respondWithStatus(listPayments, 200, { status: false, message: 'Closed today' }), 'Closed today'],
    ['a 404', respondWithStatus(listPayments, 404), 'Error fetching payments'],
  ])(
    '[PAYM-04] shows in place that it failed with %s, and can be loaded again there',
    async (_what, failure, words) => {
      await openScreen('/payments', [inSequence(failure, list)]);
      const card = page.getByRole('alert').filter({ hasText: 'Error Loading Payments' });
      await expect.element(card.getByText(words, { exact: true })).toBeVisible();
      await button('Try Again').click();
      await expect.element(heading(12)).toBeVisible();
    },
  );
});

describe('the details of a payment', () => {
  it('[PAYM-05, PAYM-06] show the payment, its people, its breakdown and its screenshot', async () => {
    await openScreen('/payments', [list, ...DETAILS_RESPONSES]);
    await row(whole)
      .getByRole('button', { name: /^View details/ })
      .click();
    await expectQuery({ payment: whole.id });
    await expect.element(details.getByText('₹165.50', { exact: true })).toBeVisible();
    expect(readDescriptionList(details, 'Breakdown')).toEqual({
      Total: '₹1,500',
      Discount: '₹100',
      Paid: '₹1,234.50',
      Due: '₹165.50',
      'Transaction Date': '9 Mar 2026, 10:30 am',
      'Payment Type': 'full',
      Created: '5 Mar 2026, 10:15 am',
    });
    expect(readDescriptionList(details, 'Customer Information')).toMatchObject({ Name: 'Ravi Kumar' });
    expect(readDescriptionList(details, 'Mechanic')).toEqual({ Name: 'Suresh Patil', Phone: '9123456780' });
    await expect.poll(() => (proof.element() as HTMLImageElement).naturalWidth).toBe(192);
    await expectAccessible();
  });

  it('[PAYM-05, PAYM-06] show Guest User, N/A and a text for a broken image as fallbacks', async () => {
    await openScreen(`/payments?payment=${bare.id}`, [list, ...DETAILS_RESPONSES]);
    await expect.element(details.getByText('Image failed to load', { exact: true })).toBeVisible();
    expect(readDescriptionList(details, 'Customer Information')).toEqual({
      Name: 'Guest User',
      Email: 'N/A',
      Phone: 'N/A',
    });
  });

  it('[PAYM-05, NAV-09] are loaded with a separate request when the payment is on another page', async () => {
    await openScreen(`/payments?page=2&payment=${whole.id}`, [
      list,
      respondWith(getPayment, { record: whole }),
      ...DETAILS_RESPONSES,
    ]);
    await expect.element(details.getByText('₹165.50', { exact: true })).toBeVisible();
    expect(sentQueries(getPayment)).toHaveLength(1);
  });

  it('[FILE-04] link to a screenshot on another host and do not load it', async () => {
    await openScreen(`/payments?payment=${elsewhere.id}`, [
      respondWithRows(listPayments, elsewhere),
      ...DETAILS_RESPONSES,
    ]);
    await expect.element(details.getByText('Opens at another host')).toBeVisible();
    const link = details.getByRole('link', { name: 'Open screenshot' });
    await expect.element(link).toHaveAttribute('href', elsewhere.screenshot);
    await expect.element(proof).not.toBeInTheDocument();
    await expectAccessible();
  });
});
