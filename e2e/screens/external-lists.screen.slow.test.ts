import { listBookings } from '@wayside/contract/bookings';
import { listMechanics } from '@wayside/contract/mechanics';
import { listNotifications } from '@wayside/contract/notifications';
import { listMechanicEarnings } from '@wayside/contract/payouts-earnings';
import { listUsers } from '@wayside/contract/users';
import { describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectAccessible } from './accessible.ts';
import {
  button,
  dialog,
  expectAbsent,
  expectShown,
  expectText,
  expectTexts,
  field,
  heading,
  press,
} from './elements.ts';
import {
  allReceivedCalls,
  openExternalScreen,
  receivedCalls,
  setNextResponses,
  warningsOf,
} from './external-api.ts';
import { rowWith } from './external-changes.ts';

const cells = (row: Locator) => row.getByRole('cell');
/** Waits until the cells of a row, except its actions, have these texts. */
const expectRow = (text: string, texts: readonly string[]) => expectTexts(cells(rowWith(text)), [...texts, '']);
const expectUnreadable = (count: string) =>
  expectText(
    page.getByRole('status').filter({ hasText: 'could not be read' }),
    `${count} could not be read completely. The browser console lists the fields.`,
  );
const details = () => page.getByRole('dialog');
const close = () => userEvent.keyboard('{Escape}');
const MEERA = '65f1000000000000000000a1';

describe('a list of an external API', () => {
  it.each([
    [
      '/services/sos',
      '1 SOS service',
      [
        ['', 'Towing', 'Truck', '₹1,500'],
        ['', 'Fuel', 'Boat', 'N/A'],
        ['', 'Jump start', 'N/A', 'N/A'],
      ],
    ],
    [
      '/services/regular',
      '1 service',
      [
        ['Oil change', 'Car', '', '1 Feb 2026', 'Active'],
        ['N/A', 'Bike', '', 'N/A', 'Active'],
      ],
    ],
    [
      '/services/parts?service=srv-1',
      '2 parts',
      [
        ['', 'Oil filter', '₹350'],
        ['', 'Without an id', '₹10'],
        ['', 'N/A', 'N/A'],
      ],
    ],
    [
      '/master/slots',
      '1 time slot',
      [
        ['09:00 - 10:00', '1 hour'],
        ['14 - 16', '2'],
        ['18:00 - N/A', 'N/A'],
      ],
    ],
    [
      '/master/vehicle-models',
      '1 vehicle model',
      [
        ['', 'Tata Created: 1 Feb 2026'],
        ['', 'Bajaj'],
      ],
    ],
  ] as const)(
    '[API-10, API-15] shows, at %s, complete and unusual records, and counts those that it cannot read',
    async (path, count, rows) => {
      await openExternalScreen(path);
      await expectUnreadable(count);
      for (const [index, texts] of rows.entries())
        await expectTexts(cells(page.getByRole('row').nth(index + 1)), [...texts, '']);
    },
  );

  it('[API-15, BOOK-04, BOOK-05, BOOK-08, BOOK-09, PEOP-04] shows complete, minimal and unusual bookings', async () => {
    await openExternalScreen('/bookings');
    await expect.element(heading('All Bookings (5)')).toBeVisible();
    await expectRow('cdef01', [
      'cdef01',
      'Meera Nair 9811111111 N/A',
      'Oil change (₹500), N/A (N/A) Services',
      'Anil Rao',
      '10 Feb 2026 10:00 am',
      '₹1,499',
      'In Progress Accepted',
    ]);
    await expectRow('cdef02', ['cdef02', 'N/A N/A N/A', 'N/A N/A', 'Unassigned', 'N/A', 'N/A', 'N/A']);
    await expectRow('cdef03', ['cdef03', 'N/A N/A N/A', 'N/A Towing', 'Unassigned', 'N/A', 'N/A', 'stuck_in_mud']);
    await expectText(cells(rowWith('cdef04')).nth(2), 'Emergency: Flat tyre Emergency');
    await expectUnreadable('3 bookings');
    expect(warningsOf(listBookings)).toEqual([
      'listBookings: data[2] is not a record',
      'listBookings: data[3].services is not a list',
      'listBookings: data[3].userLocation.coordinates must be a number',
      'listBookings: data[3].userLocation.coordinates must be a number',
      expect.stringMatching(/^listBookings: data\[4\]\..* must not be negative$/),
    ]);
    await press('View details of booking cdef01');
    for (const text of ['19.0760, 72.8777', '4 out of 5', '9 Feb 2026, 5:30 am'])
      await expect.element(details().getByText(text)).toBeVisible();
    await close();
    await press('View details of booking cdef02');
    await expect.element(details().getByText('Vehicle Info N/A')).toBeVisible();
    await expectAbsent(details().getByText(/undefined|null|NaN|Invalid Date/));
  });

  it('[API-15, USER-02, USER-04, FMT-02, FMT-04] shows complete, minimal and unusual users, with times in the business time zone', async () => {
    await openExternalScreen('/users');
    await expect.element(heading('All Users (13)')).toBeVisible();
    await expectRow('Meera Nair', [
      'MN Meera Nair 0000a1',
      'meera@external.test 9811111111',
      'Car Tractor',
      '₹250.50',
      'Active',
    ]);
    await expectRow('usr-2', ['? N/A usr-2', 'N/A N/A', 'N/A', 'N/A', 'Active']);
    await expectText(cells(rowWith('Odd One')).nth(3), 'N/A');
    await expectUnreadable('3 users');
    await expectAccessible();
    expect(warningsOf(listUsers)).toEqual([
      'listUsers: data[2] is not a record',
      expect.stringMatching(/^listUsers: data\[3\]\.\w+ must be an amount in rupees$/),
      'listUsers: data[3].createdAt must be a date',
      'listUsers: data[4]._id is not an id',
    ]);
    // A record without an id has no actions.
    await expectAbsent(rowWith('Nobody Known').getByRole('button', { name: /details|Block|Delete|loyalty/ }));
    const before = allReceivedCalls();
    await press('View details of Meera Nair');
    await expect.element(dialog('Meera Nair').getByRole('region', { name: 'Account' })).toBeVisible();
    for (const text of ['2 Feb 2026, 12:00 am', '3 Feb 2026, 12:00 am', 'Currently Online', '4411'])
      await expect.element(details().getByText(text)).toBeVisible();
    await expectAbsent(details().getByRole('region', { name: 'History' }));
    await expectAbsent(details().getByRole('link'));
    expect(allReceivedCalls(), 'calls of the details').toEqual(before);
    await close();
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expect.element(page.getByText('Showing 11 to 13 of 13 users')).toBeVisible();
  });

  it('[API-15, API-17, MECH-02, MECH-03, MECH-06, MECH-07] shows complete, minimal and unusual mechanics, their details and a masked account number', async () => {
    await openExternalScreen('/mechanics');
    await expect.element(heading('All Mechanics (4)')).toBeVisible();
    await expectTexts(cells(rowWith('Anil Rao')), [
      'Anil Rao mech-1',
      'anil@external.test 9833333333',
      '5 years',
      'Bike',
      '₹75',
      'Approved',
      'Expert',
      '',
    ]);
    await expectText(cells(rowWith('mech-4')).nth(5), /On_leave/i);
    await expectUnreadable('1 mechanic');
    await press('View details of Anil Rao');
    await expect.element(details().getByText('19.0760, 72.8777')).toBeVisible();
    await expect.element(details().getByText('••••7890')).toBeVisible();
    await press('Show the complete account number', details());
    await expect.element(details().getByText('1234567890')).toBeVisible();
    await expectAbsent(details().getByRole('region', { name: 'History' }));
  });

  it('[API-15, PAYM-01, PAYM-03, PAYM-05, PAYM-07, BOOK-15] shows complete, minimal and unusual payments', async () => {
    await openExternalScreen('/payments');
    await expect.element(heading('All Payments (4)')).toBeVisible();
    await expectRow('0FED01', [
      '0FED01',
      'cdef01',
      'Meera Nair meera@external.test 9811111111',
      '₹1,499.50',
      'UPI',
      '10 Feb 2026 10:30 am',
      'Paid',
    ]);
    await expectRow('0FED02', ['0FED02', 'N/A', 'Guest N/A N/A', 'N/A', 'N/A', 'N/A', 'N/A']);
    await expectText(cells(rowWith('0FED03')).nth(4), 'Barter');
    await expectUnreadable('1 payment');
    await expectAbsent(page.getByText(/Export/));
    await press('View details of payment 0FED01');
    await expect.element(details().getByText('₹1,549.50')).toBeVisible();
    await close();
    await press('View details of payment 0FED02');
    await expect.element(details().getByText('Guest User')).toBeVisible();
    await close();
    // An external provider has no filter by method, so the heading reports that only this page is filtered (PAYM-07).
    await field('Payment method').selectOptions('upi');
    await expect.element(button('Payment method: UPI (on this page), remove filter')).toBeVisible();
    await expectAbsent(rowWith('0FED02'));
    await expect.element(rowWith('0FED01')).toBeVisible();
    await expect.element(heading('All Payments (4)')).toBeVisible();
    await expect.element(page.getByPlaceholder('Search by payment ID', { exact: true })).toBeVisible();
  });

  it('[PAYO-01, PAYO-02, PAYO-03, PAYO-04, API-15] adds up amounts given as text, searches the response and shows the histories in it', async () => {
    await openExternalScreen('/payouts');
    await expect.element(heading('All Mechanics (3)')).toBeVisible();
    const sums = page.getByRole('region', { name: 'Sums over all mechanics' });
    await expect.element(sums.getByText('₹1,320.75')).toBeVisible();
    await expect.element(sums.getByText('₹1,020.75')).toBeVisible();
    await expectTexts(cells(rowWith('Anil Rao')), [
      'Anil Rao mech-1',
      '9833333333',
      '₹1,320.75',
      '₹300',
      '₹0',
      '₹1,020.75',
      'Available for Payout',
      '',
    ]);
    await expect.element(rowWith('Waiting Wasim').getByText('Negative Balance')).toBeVisible();
    await expect.element(rowWith('mech-4').getByText('Zero Balance')).toBeVisible();
    await expectAbsent(page.getByRole('button', { name: /Explain|Export/ }));
    await expectUnreadable('1 mechanic');
    await page.getByRole('searchbox').fill('9833');
    await expect.element(heading('All Mechanics (1)')).toBeVisible();
    await press('View details of Anil Rao');
    for (const name of ['Earnings History (2)', 'Payout History (1)'])
      await expect.element(details().getByRole('heading', { name })).toBeVisible();
    for (const text of ['778899', 'Completed']) await expect.element(details().getByText(text)).toBeVisible();
    expect(receivedCalls(listMechanicEarnings)).toHaveLength(1);
  });

  it('[PAYO-06] reports an error when a response for payouts contains no data', async () => {
    setNextResponses(listMechanicEarnings, { json: { success: true } });
    await openExternalScreen('/payouts');
    await expectShown('No data received from server');
  });

  it('[NOTI-01, API-15] moves page by page when a response for notifications has no totals', async () => {
    await openExternalScreen('/notifications');
    await expect.element(heading('All Notifications')).toBeVisible();
    await expectShown('page 1');
    await expectShown('Showing 1 to 10 notifications');
    await expectUnreadable('1 notification');
    await expectTexts(cells(rowWith('Message 1').first()), ['Message 1', 'Festival', 'N/A', 'N/A', '']);
    const pages = page.getByRole('navigation', { name: 'Pages of notifications' });
    await pages.getByRole('link', { name: 'Page 2' }).click();
    await expectShown('Showing 11 to 20 notifications');
    await pages.getByRole('link', { name: 'Page 3' }).click();
    await expectShown('Showing 21 to 23 of 23 notifications');
    await expect.element(heading('All Notifications (23)')).toBeVisible();
    await expectAbsent(pages.getByRole('link', { name: 'Page 4' }));
    await openExternalScreen('/notifications?page=5');
    // Without totals, the web app tries only the page before it.
    await expectShown('There is no page 4; the last one is page 3.');
    expect(receivedCalls(listNotifications).map(({ query }) => query['page'])).toEqual(['1', '2', '3', '5', '4']);
  });
});

describe('another screen with an external API', () => {
  it('[DASH-02, DASH-03, DASH-04, API-15] shows the readable stats and charts on the dashboard', async () => {
    await openExternalScreen('/dashboard');
    for (const text of ['1,204', '₹2,50,000']) await expectShown(text);
    await expect.element(page.getByText('+12.5% from last month')).toBeVisible();
    await expect.element(page.getByText('Scooters')).toBeVisible();
    await expectUnreadable('1 figure');
    await press('Show Daily Bookings as a table');
    await expect.element(page.getByRole('row', { name: 'Mon 3' })).toBeVisible();
    await expectShown('No data for these days');
  });

  it('[CONF-01, CONF-03, API-15] shows configuration values that are text, null or unreadable', async () => {
    await openExternalScreen('/master/config');
    await expect.element(field('Charge per km (₹)')).toHaveValue('12.5');
    await expect.element(field('Commission (%)')).toHaveValue('10');
    await expect.element(field('Mechanic charge (₹)')).toHaveValue('');
    await expectShown(
      '1 value could not be read completely. The browser console lists the fields. Saving stores the values in the fields.',
    );
    await page.getByRole('tab', { name: 'Payment Settings' }).click();
    await expect.element(field('UPI ID')).toHaveValue('9811111111');
    await expectAbsent(page.getByRole('heading', { name: 'History' }));
  });

  it('[TOUGH-08, API-17] shows and calls nothing that only Wayside’s own server has', async () => {
    await openExternalScreen('/mechanics');
    await press('View details of Waiting Wasim');
    await expect.element(button('Approve')).toBeVisible();
    await expectAbsent(page.getByRole('button', { name: /^Review|Ask again|Print|Export/ }));
    await press('Reject');
    await expectAbsent(page.getByText(/history/i));
    await openExternalScreen('/mechanics?review=mech-2');
    await expect.element(rowWith('Anil Rao')).toBeVisible();
    await expectAbsent(page.getByRole('dialog'));
    expect(receivedCalls(listMechanics).map(({ query }) => query['limit'])).toEqual(['10', '10']);
    await expectAbsent(page.getByRole('banner').getByRole('button', { name: /^Search/ }));
    await expectAbsent(page.getByText('Activity'));
    await userEvent.keyboard('?');
    await expectTexts(dialog('Keyboard shortcuts').getByRole('heading', { level: 3 }), ['Everywhere', 'In a list']);
    await openExternalScreen('/bookings?booking=65f2000000000000abcdef01');
    await expect.element(details().getByRole('heading').first()).toBeVisible();
    await expectAbsent(page.getByText(/₹[\d,]+\.\d/));
    await expectAbsent(page.getByRole('button', { name: 'Print' }));
  });

  it.each(['/activity', '/integrations', '/set-password#unknown'])(
    '[API-17, PRIV-07] does not exist at %s',
    async (path) => {
      await openExternalScreen(path);
      await expect.element(page.getByText('Oops! Page not found')).toBeVisible();
    },
  );
});

describe('a customer in an external API', () => {
  it('[BOOK-11, API-17] is found by the phone number in a booking, on any page', async () => {
    await openExternalScreen('/bookings');
    await page.getByRole('link', { name: 'Meera Nair', exact: true }).click();
    await expect.element(dialog('Meera Nair').getByRole('region', { name: 'Account' })).toBeVisible();
    expect(location.pathname + location.search).toBe(`/users?user=${MEERA}&search=9811111111`);
    await close();
    await expect.element(heading('All Users (1)')).toBeVisible();
  });

  it('[BOOK-11] is reported as not on the current page when there is no phone number', async () => {
    await openExternalScreen('/bookings');
    await page.getByRole('link', { name: 'Plain 5' }).click();
    await expectShown('This user is not on the current page of the list. Use the search.', dialog('User Details'));
  });

  it('[NAV-09, ERR-03] is shown as loading and not as missing when the page is opened with a shared URL', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    setNextResponses(listUsers, { held });
    const address = `/users?user=${MEERA}&search=9811111111`;
    await openExternalScreen(address);
    await expect.element(details().getByRole('status', { name: 'Loading the user' })).toBeVisible();
    await expectAbsent(page.getByText(/not on the current page/));
    release();
    await expect.element(dialog('Meera Nair').getByRole('region', { name: 'Account' })).toBeVisible();
    setNextResponses(listUsers, { status: 404, message: 'We have moved' });
    await openExternalScreen(address);
    await expect.element(details().getByText(/not on the current page/)).toBeVisible();
    await close();
    await expect.element(page.getByRole('alert').getByText('We have moved')).toBeVisible();
  });

  it('[USER-01, API-15] is found by the global search in the lists', async () => {
    await openExternalScreen('/users');
    await expect.element(heading('All Users (13)')).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await page.getByRole('combobox', { name: /^Phone, name/ }).fill('9811111111');
    await expect.element(page.getByRole('option', { name: /^Meera Nair/ })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog('Meera Nair').getByRole('region', { name: 'Account' })).toBeVisible();
  });
});
