import { describe, expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { loadedFonts } from './support/loaded-fonts.ts';
import { press } from './support/locators.ts';
import { pushPath } from './support/navigation.ts';
import { printedPages, withoutPrintDialog } from './support/printed-pages.ts';
import { toast } from './support/toasts.ts';

const meera = aUser({ name: 'Meera Printed', phone: '9000000001' });
const ravi = aMechanic({ name: 'Ravi Printed', phone: '9000000002' });
const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T05:00:00.000Z`;
/** A customer whose booking is on the second page of the list. */
const bengali = aUser({ name: 'মৌমিতা ঘোষ', phone: '9000000001' });
const bookings = Array.from({ length: 12 }, (_, place) =>
  aBooking({
    customer: refTo(place === 0 ? bengali : meera),
    status: place === 0 ? 'cancelled' : 'pending',
    createdAt: day(place + 1),
  }),
);
const wordy = aUser({
  name: 'Venkatanarasimharajuvaripeta Subramaniam',
  email: 'venkatanarasimharajuvaripeta.subramaniam@example.in',
});
/** Bookings with texts wider than the page. */
const long = (['accepted', 'user_confirmed', 'completed'] as const).map((status) =>
  aBooking({
    customer: refTo(wordy),
    services: Array.from({ length: 6 }, () => ({ name: 'Engine oil and oil filter change', pricePaise: 79_900 })),
    status,
    createdAt: day(20),
  }),
);
const payments = Array.from({ length: 12 }, (_, place) =>
  aPayment({ mechanic: refTo(ravi), amountPaise: 100_000 + place * 100, transactedAt: day(place + 1) }),
);
const payout = {
  id: newRecordId(),
  mechanic: { id: ravi.id },
  transactionId: 'UTR-PRINTED-1',
  amountPaise: 123_450,
  method: 'bank_transfer',
  paidAt: day(14),
};
const test = signedInTest({
  configs: [aConfiguration({ platformFeePaise: 0, commissionPercent: 0 })],
  users: [meera, bengali, wordy],
  mechanics: [ravi],
  bookings: [...bookings, ...long],
  payments,
  payouts: [payout],
});

const COLUMNS = ['Booking ID', 'Customer', 'Service/Problem', 'Mechanic', 'Date and Time', 'Amount', 'Status'];
const shortId = ({ id }: { id: string }) => id.slice(-6);

describe('[VIEW-09] a printed page', () => {
  test('has every column, the filters, the brand and page numbers when it shows a list, on a phone also in dark mode', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn({ width: 'phone', theme: 'dark' });
    await page.goto('/bookings?status=pending');
    await page
      .getByRole('listitem')
      .filter({ hasText: shortId(bookings[11] ?? meera) })
      .waitFor();
    const [first = '', ...others] = await printedPages(page);
    for (const column of COLUMNS) expect(first).toContain(column);
    expect(first).toContain('All Bookings (11) Status: Pending · 10 of 11 rows · Printed ');
    expect(first).toContain('Meera Printed');
    expect(first).toMatch(/Page 1 of \d/);
    expect(first).toContain('Wayside');
    const whole = [first, ...others].join(' ');
    for (const booking of bookings.slice(2)) expect(whole).toContain(shortId(booking));
    for (const other of ['Logout', 'Search by booking ID', 'Refresh', 'View details'])
      expect(whole).not.toContain(other);
  });

  test('[LANG-04] has the rows of all pages and the fonts of their names when "Print" is chosen in a list', async ({
    page,
  }) => {
    await page.goto('/bookings');
    const untilAsked = await withoutPrintDialog(page);
    await press(page, 'Export');
    expect(await loadedFonts(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Print', exact: true }).click();
    await untilAsked();
    expect(await loadedFonts(page)).toEqual(['U+980-9FF']);
    const whole = (await printedPages(page)).join(' ');
    expect(whole).toContain('All Bookings (15) Printed ');
    for (const booking of [...bookings, ...long]) expect(whole).toContain(shortId(booking));
    // These texts are printed in full even when longer texts in other columns do not fit on the page.
    for (const text of [...COLUMNS, '9000000001', 'In Progress', 'User Confirmed', 'Completed', 'Unassigned'])
      expect(whole).toContain(text);
    // Printing does not change the screen.
    expect(await page.getByRole('row').count()).toBe(11);
  });

  test('is created for a list only after its rows are loaded, at the next attempt', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/404/);
    await page.goto('/bookings');
    const rows = (url: URL) => url.searchParams.get('limit') === '100';
    await page.route(rows, (route) => route.fulfill({ status: 404, json: {} }));
    const untilAsked = await withoutPrintDialog(page);
    const choosePrint = async () => {
      await press(page, 'Export');
      await page.getByRole('menuitem', { name: 'Print', exact: true }).click();
    };
    await choosePrint();
    await expectVisible(toast(page, 'Printing failed'));
    expect(await page.locator('html[data-asked-to-print]').count()).toBe(0);
    await page.unroute(rows);
    await choosePrint();
    await untilAsked();
    expect(await page.locator('[data-printed] tbody tr').count()).toBe(15);
  });

  test('contains open details completely, and nothing of the list behind them', async ({ page }) => {
    const [booking = bookings[0]] = bookings;
    await page.goto(`/bookings?booking=${booking?.id}`);
    await page.getByRole('dialog').getByText('There is no payment for this booking.').waitFor();
    const text = (await printedPages(page)).join(' ');
    for (const heading of ['Customer Information', 'Payment Breakdown', 'Booking Timeline', 'Page 1 of 1'])
      expect(text).toContain(heading);
    expect(text).toContain('Wayside');
    expect(text).not.toContain('All Bookings');
    expect(text).not.toContain('Add a note');
  });

  test('is a receipt for a payout, and a statement with every earning and payout for a mechanic', async ({
    page,
  }) => {
    await page.goto(`/payouts/history?payment=payout-${payout.id}`);
    await page.getByRole('dialog').getByText('Balance and history').waitFor();
    const slip = (await printedPages(page)).join(' ');
    for (const text of [
      'Payout of ₹1,234.50',
      'Ravi Printed',
      'UTR-PRINTED-1',
      'Bank transfer',
      '14 Mar 2026',
      'Page 1 of 1',
    ])
      expect(slip).toContain(text);
    expect(slip).not.toContain('Balance and history');

    await pushPath(page, `/payouts?mechanic=${ravi.id}`);
    const dialog = page.getByRole('dialog', { name: 'Ravi Printed' });
    await dialog.getByText('UTR-PRINTED-1').waitFor();
    const untilAsked = await withoutPrintDialog(page);
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    await untilAsked();
    const statement = (await printedPages(page)).join(' ');
    // The dialog shows only ten of the twelve entries; the printed statement contains all of them.
    for (let place = 1; place <= 12; place += 1) expect(statement).toContain(`${place} Mar 2026`);
    for (const text of ['Net Balance', '₹10,831.50', 'Payout History (1)', 'UTR-PRINTED-1'])
      expect(statement).toContain(text);
    // The browser's print command also prints every entry of a statement for a period.
    await dialog.getByRole('combobox', { name: 'Statement' }).selectOption({ label: 'From – To…' });
    await dialog.getByLabel('From', { exact: true }).fill('2026-03-01');
    const whole = page.waitForResponse((response) => /limit=100\b.*to=2026-03-31/.test(response.url()));
    await dialog.getByLabel('To', { exact: true }).fill('2026-03-31');
    await whole;
    await dialog.getByText('Opening balance').waitFor();
    const entries = (await printedPages(page)).join(' ');
    for (let place = 1; place <= 12; place += 1) expect(entries).toContain(`${place} Mar 2026`);
    for (const text of ['Opening balance', 'Closing balance', 'UTR-PRINTED-1']) expect(entries).toContain(text);
    // The page links of a section are not printed.
    await page.emulateMedia({ media: 'print' });
    expect(await dialog.getByRole('navigation').count()).toBe(0);
  });
});
