import { listBookings } from '@wayside/contract/bookings';
import { listMechanics } from '@wayside/contract/mechanics';
import { listPayments } from '@wayside/contract/payments';
import { listPaymentsOut } from '@wayside/contract/payments-out';
import { summarizePayouts } from '@wayside/contract/payouts-earnings';
import { listUsers } from '@wayside/contract/users';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aBooking } from '../support/factories/bookings.ts';
import { aPayment } from '../support/factories/payments.ts';
import { aMechanic, aUser, refTo } from '../support/factories/people.ts';
import { type MockResponse, openScreen, respondWithRows, sentQueries } from './open-screen.ts';
import { expectQuery } from './page-content.ts';
import { LIST_SCREEN_RESPONSES, respondWithEarnings } from './responses.ts';

const customer = aUser({
  name: 'Chandrasekhar Banerjee',
  email: 'ch.banerjee@example.net',
  phone: '+91 98765 43210',
});
const mechanic = aMechanic({ name: 'Lakshmi Venkataraman', phone: '+91 91234 56780' });
const asha = aMechanic({ name: 'Asha' });
const people = { customer: refTo(customer), mechanic: refTo(mechanic) };
const services = [{ name: 'Tyres', pricePaise: 100 }];

const bookings = respondWithRows(listBookings, aBooking({ ...people, status: 'user_confirmed', services }));
const users = respondWithRows(listUsers, customer);
const payments = respondWithRows(
  listPayments,
  ...(['paid', 'refunded'] as const).map((status) => aPayment({ ...people, amountPaise: 10_284_033, status })),
);
const payouts = respondWithEarnings({ ...asha, earnedPaise: 5_000 }, { ...mechanic, earnedPaise: 10_284_033 });

/** Returns the table texts that are truncated or wider than their cell. */
const cutTexts = () =>
  [...page.getByRole('table').element().querySelectorAll('th, td, td *')].flatMap(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight, textContent }) =>
      clientWidth > 0 && (scrollWidth > clientWidth || scrollHeight > clientHeight + 1) ? [textContent] : [],
  );

it.each<[string, number, MockResponse, number]>([
  ['/payments', 1280, payments, 0],
  ['/payments', 1440, payments, 0],
  ['/payouts', 1280, payouts, 2],
  ['/payouts', 1440, payouts, 1],
  ['/bookings', 1440, bookings, 0],
  ['/users', 1440, users, 0],
])(
  '[PAYM-03, PAYO-03, BOOK-04, USER-02] names, phones, emails, amounts and statuses of %s are not truncated at %i pixels',
  async (path, width, list, lines) => {
    await openScreen(path, [list, ...LIST_SCREEN_RESPONSES], { width, height: 900 });
    await expect.element(page.getByRole('heading', { name: /^All .* \([12]\)$/ })).toBeVisible();
    expect(cutTexts()).toEqual([]);
    if (lines === 0) return;
    // The status has its own line if the table has room for it.
    const status = page.getByRole('table').getByText('Available for Payout', { exact: true }).first();
    expect(status.element().getBoundingClientRect().height > 30 ? 2 : 1).toBe(lines);
  },
);

it.each<[string, number, MockResponse]>(
  [768, 1100].flatMap((width) => [
    ['/bookings', width, bookings],
    ['/payments', width, payments],
    ['/payouts/history', width, respondWithRows(listPaymentsOut)],
    ['/mechanics', width, respondWithRows(listMechanics)],
    ['/payouts', width, payouts],
  ]),
)(
  '[FMT-06] the search box of %s is readable at %i pixels next to the expanded sidebar',
  async (path, width, list) => {
    await openScreen(path, [list, ...LIST_SCREEN_RESPONSES], { width, height: 900 });
    document.documentElement.dataset['sidebar'] = 'expanded';
    const search = page.getByRole('main').getByRole('searchbox');
    await expect.poll(() => search.element().getBoundingClientRect().width).toBeGreaterThan(170);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
    document.documentElement.removeAttribute('data-sidebar');
  },
);

it('[BOOK-01, BOOK-02] the search of bookings shows its full placeholder at 1,280 pixels, and a selected filter causes no layout shift', async () => {
  await openScreen('/bookings', [bookings, ...LIST_SCREEN_RESPONSES]);
  document.documentElement.dataset['sidebar'] = 'expanded';
  const table = page.getByRole('table');
  await expect.element(table).toBeVisible();
  const search = page.getByRole('main').getByRole('searchbox');
  const topOf = () => Math.round(table.element().getBoundingClientRect().top);
  const before = topOf();
  expect(search.element().getBoundingClientRect().width).toBeGreaterThan(350);
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOptions('User Confirmed');
  await expect.element(page.getByRole('button', { name: 'Save view', exact: true })).toBeVisible();
  expect(topOf()).toBe(before);
  expect(search.element().getBoundingClientRect().width).toBeGreaterThan(350);
  document.documentElement.removeAttribute('data-sidebar');
});

it('[VIEW-02] the payouts can be sorted by every column without a request', async () => {
  await openScreen('/payouts', [payouts, ...LIST_SCREEN_RESPONSES]);
  const column = (name: string) => page.getByRole('columnheader', { name, exact: true });
  const order = async (name: string, direction: string) => {
    await column(name).getByRole('button').click();
    await expect.element(column(name)).toHaveAttribute('aria-sort', direction);
  };
  const others = ['Contact', 'Total Earnings', 'Paid Out', 'Commission', 'Net Balance', 'Status', 'Mechanic'];
  for (const name of others) await order(name, 'descending');
  const first = page.getByRole('row').nth(1);
  await expect.element(first).toHaveTextContent('Lakshmi Venkataraman');
  await order('Mechanic', 'ascending');
  await expect.element(first).toHaveTextContent('Asha');
  await expectQuery({ sort: 'name' });
  expect(sentQueries(summarizePayouts)).toHaveLength(1);
});
