import { listBookings } from '@wayside/contract/bookings';
import { getDashboard } from '@wayside/contract/dashboard';
import { decideApplication, listMechanics, mechanic } from '@wayside/contract/mechanics';
import { listUsers } from '@wayside/contract/users';
import { wireKey } from '@wayside/contract/wire/wire-object';
import { describe, expect } from 'vitest';
import { expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { beginExternalSession, expectRow, externalTest, unreadableLine } from './support/external/external-test.ts';
import { button, press, rowWith } from './support/locators.ts';
import { toast } from './support/toasts.ts';

const { provider, test: bare } = await externalTest();
const test = bare
  .extend('signedIn', { auto: true }, ({ page }) => beginExternalSession(page))
  .extend('warnings', { auto: true }, ({ page }) => {
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    return warnings;
  });

describe('bookings', () => {
  test('[API-15, BOOK-04, BOOK-05, BOOK-09, PEOP-04] shows whole, minimal and odd records', async ({
    page,
    warnings,
  }) => {
    await page.goto('/bookings');
    await expectVisible(page.getByRole('heading', { name: 'All Bookings (5)' }));
    const [services, bareOne, odd, emergency] = ['cdef01', 'cdef02', 'cdef03', 'cdef04'];
    await expectRow(page, services ?? '', [
      'cdef01',
      'Meera Nair 9811111111 N/A',
      'Oil change (₹500), N/A (N/A) Services',
      'Anil Rao',
      '10 Feb 2026 10:00 am',
      '₹1,499',
      'In Progress Accepted',
    ]);
    await expectRow(page, bareOne ?? '', ['cdef02', 'N/A N/A N/A', 'N/A N/A', 'Unassigned', 'N/A', 'N/A', 'N/A']);
    await expectRow(page, odd ?? '', [
      'cdef03',
      'N/A N/A N/A',
      'N/A Towing',
      'Unassigned',
      'N/A',
      'N/A',
      'stuck_in_mud',
    ]);
    await expectText(
      rowWith(page, emergency ?? '')
        .getByRole('cell')
        .nth(2),
      'Emergency: Flat tyre Emergency',
    );
    await expectVisible(unreadableLine(page, '3 bookings'));
    expect(warnings.filter((line) => line.startsWith(listBookings.name))).toEqual([
      'listBookings: data[2] is not a record',
      'listBookings: data[3].services is not a list',
      'listBookings: data[3].userLocation.coordinates must be a number',
      'listBookings: data[3].userLocation.coordinates must be a number',
      expect.stringMatching(/^listBookings: data\[4\]\..* must not be negative$/),
    ]);
  });

  test('[BOOK-08, API-15] shows the readable fields in the details', async ({ page }) => {
    await page.goto('/bookings');
    await button(page, 'View details of booking cdef01').click();
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByText('19.0760, 72.8777'));
    await expectVisible(dialog.getByText('4 out of 5'));
    await expectVisible(dialog.getByText('9 Feb 2026, 5:30 am'));
    await page.keyboard.press('Escape');
    await button(page, 'View details of booking cdef02').click();
    await expectVisible(page.getByRole('dialog').getByText('Vehicle Info N/A'));
    await expectHidden(page.getByRole('dialog').getByText(/undefined|null|NaN|Invalid Date/));
  });
});

describe('users', () => {
  test('[API-15, USER-02, FMT-04] shows whole, minimal and odd records', async ({ page, warnings }) => {
    await page.goto('/users');
    await expectVisible(page.getByRole('heading', { name: 'All Users (13)' }));
    await expectRow(page, 'Meera Nair', [
      'MN Meera Nair 0000a1',
      'meera@external.test 9811111111',
      'Car Tractor',
      '₹250.50',
      'Active',
    ]);
    await expectRow(page, 'usr-2', ['? N/A usr-2', 'N/A N/A', 'N/A', 'N/A', 'Active']);
    await expectText(rowWith(page, 'Odd One').getByRole('cell').nth(3), 'N/A');
    await expectVisible(unreadableLine(page, '3 users'));
    expect(warnings.filter((line) => line.startsWith(listUsers.name))).toEqual([
      'listUsers: data[2] is not a record',
      expect.stringMatching(/^listUsers: data\[3\]\.\w+ must be an amount in rupees$/),
      'listUsers: data[3].createdAt must be a date',
      'listUsers: data[4]._id is not an id',
    ]);
    // A record without an id has no actions.
    await expectHidden(rowWith(page, 'Nobody Known').getByRole('button', { name: /details|Block|Delete|loyalty/ }));
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expectVisible(page.getByText('Showing 11 to 13 of 13 users'));
  });

  test('[USER-04, FMT-02] shows timestamps of any format in the business time zone', async ({ page }) => {
    await page.goto('/users');
    await button(page, 'View details of Meera Nair').click();
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByText('2 Feb 2026, 12:00 am'));
    await expectVisible(dialog.getByText('3 Feb 2026, 12:00 am'));
    await expectVisible(dialog.getByText('Currently Online'));
    await expectVisible(dialog.getByText('4411'));
  });
});

describe('mechanics', () => {
  test('[API-15, MECH-02] shows whole, minimal and odd records', async ({ page }) => {
    await page.goto('/mechanics');
    await expectVisible(page.getByRole('heading', { name: 'All Mechanics (4)' }));
    await expectTexts(rowWith(page, 'Anil Rao').getByRole('cell'), [
      'Anil Rao mech-1',
      'anil@external.test 9833333333',
      '5 years',
      'Bike',
      '₹75',
      'Approved',
      'Expert',
      '',
    ]);
    await expectText(rowWith(page, 'mech-4').getByRole('cell').nth(5), /On_leave/i);
    await expectVisible(unreadableLine(page, '1 mechanic'));
  });

  test('[MECH-03, MECH-06, MECH-07] shows details, a masked account and documents from the external file host', async ({
    page,
  }) => {
    await page.goto('/mechanics');
    await button(page, 'View details of Anil Rao').click();
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByText('19.0760, 72.8777'));
    await expectVisible(dialog.getByText('••••7890'));
    await dialog.getByRole('button', { name: 'Show the whole account number' }).click();
    await expectVisible(dialog.getByText('1234567890'));
    await expectVisible(dialog.getByRole('img', { name: 'Profile photo' }));
    const source = await dialog.getByRole('img', { name: 'Profile photo' }).getAttribute('src');
    expect(source).toBe(`${provider.fileUrl}/uploads/anil.png`);
    await expectHidden(dialog.getByRole('region', { name: 'History' }));
  });

  test('[MECH-08, API-13, API-15] sends a decision by the configured method', async ({ page }) => {
    await page.goto('/mechanics');
    await press(page, 'View details of Waiting Wasim');
    await press(page, 'Approve');
    const dialog = page.getByRole('dialog', { name: 'Approve Waiting Wasim?' });
    await dialog.getByLabel('Remarks (optional)').fill('Fine');
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await expectVisible(toast(page, 'Waiting Wasim is approved'));
    const [sent] = provider.requests(decideApplication);
    expect([sent?.method, sent?.body]).toEqual(['PUT', { id: 'mech-2', status: 'approve', remarks: 'Fine' }]);
  });
});

describe('payments', () => {
  test('[API-15, PAYM-01, PAYM-03, PAYM-07, BOOK-15] shows whole, minimal and odd records', async ({ page }) => {
    await page.goto('/payments');
    await expectVisible(page.getByRole('heading', { name: 'All Payments (4)' }));
    await expectRow(page, '0FED01', [
      '0FED01',
      'cdef01',
      'Meera Nair meera@external.test 9811111111',
      '₹1,499.50',
      'UPI',
      '10 Feb 2026 10:30 am',
      'Paid',
    ]);
    await expectRow(page, '0FED02', ['0FED02', 'N/A', 'Guest N/A N/A', 'N/A', 'N/A', 'N/A', 'N/A']);
    await expectText(rowWith(page, '0FED03').getByRole('cell').nth(4), 'Barter');
    await expectVisible(unreadableLine(page, '1 payment'));
    await expectHidden(page.getByText(/Export/));
    // Another provider has no filter by method: the heading says that the page is filtered (PAYM-07).
    await page.getByLabel('Payment method', { exact: true }).selectOption('upi');
    await expectVisible(button(page, 'Payment method: UPI (on this page), remove filter'));
    await expectHidden(rowWith(page, '0FED02'));
    await expectVisible(rowWith(page, '0FED01'));
    await expectVisible(page.getByRole('heading', { name: 'All Payments (4)' }));
    await expectVisible(page.getByPlaceholder('Search by payment ID', { exact: true }));
  });

  test('[PAYM-05, PAYM-06] shows the details with a screenshot from the external file host', async ({ page }) => {
    await page.goto('/payments');
    await button(page, 'View details of payment 0FED01').click();
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByText('₹1,549.50'));
    const screenshot = dialog.getByRole('img');
    expect(await screenshot.getAttribute('src')).toBe(`${provider.fileUrl}/uploads/proof.png`);
    await page.keyboard.press('Escape');
    await button(page, 'View details of payment 0FED02').click();
    await expectVisible(page.getByRole('dialog').getByText('Guest User'));
  });
});

const answers = (call: { readonly path: string }, records: readonly object[]) =>
  provider.answerNext(call, ...Array.from({ length: 4 }, () => ({ json: { status: true, data: records } })));

describe('a value that the contract does not define', () => {
  const applications = ['approved', 'sent_for_verification', 'resent_for_verification', 'Approve', 'constructor'];

  test('[MECH-02, MECH-08, MECH-09, API-15] shows an unknown status of a mechanic as it is, without actions', async ({
    page,
  }) => {
    const mechanics = applications.map((status, index) => ({
      _id: `mech-${index}`,
      name: `Mechanic ${index}`,
      status,
      [wireKey(mechanic, 'walletPaise')]: 900,
    }));
    answers(listMechanics, mechanics);
    await page.goto('/mechanics');
    for (const { name, status } of mechanics) {
      await expectText(rowWith(page, name).getByRole('cell').nth(5), status);
      await expectHidden(button(page, `Pay loyalty to ${name}`));
      await button(page, `View details of ${name}`).click();
      const dialog = page.getByRole('dialog', { name });
      await expectVisible(dialog.getByText(status, { exact: true }));
      const buttons = dialog.getByRole('button', {
        name: /^(Approve|Reject|Review documents|Block|Unblock|Delete)$/,
      });
      expect(await buttons.count()).toBe(0);
      await page.keyboard.press('Escape');
      await expectHidden(dialog);
    }
    await expectHidden(page.getByRole('button', { name: /^Review/ }));
  });

  test('[BOOK-05, API-15] shows an unknown status of a booking as it is', async ({ page }) => {
    const words = ['accepted', 'user_confirmed', 'rating_given', 'unknown:accepted', 'toString', 'COMPLETED'];
    answers(
      listBookings,
      words.map((status, index) => ({ _id: `65f2000000000000abcde${index}01`, status })),
    );
    await page.goto('/bookings');
    for (const [index, word] of words.entries())
      await expectText(rowWith(page, `cde${index}01`).getByRole('cell').nth(6), word);
    await button(page, 'View details of booking cde001').click();
    await expectVisible(page.getByRole('dialog'));
    await expectHidden(page.getByRole('dialog').getByText('In Progress'));
  });

  test('[DASH-02, API-15] ignores an unknown icon and trend of a stat', async ({ page }) => {
    const stat = { title: 'Vans', value: 3, change: '+1%', icon: 'constructor', trend: 'toString' };
    provider.answerNext(getDashboard, { json: { status: true, stats: [stat] } });
    await page.goto('/dashboard');
    await expectVisible(page.getByRole('group', { name: 'Vans' }).getByText('3', { exact: true }));
  });
});
