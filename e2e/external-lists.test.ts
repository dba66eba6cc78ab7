import { listBookings } from '@wayside/contract/bookings';
import { payLoyalty } from '@wayside/contract/loyalty';
import { deleteUser, listUsers, toggleUserBlock } from '@wayside/contract/users';
import { describe, expect } from 'vitest';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import {
  buttonNamed,
  confirmDeletion,
  expectRow,
  rowWith,
  unreadableLine,
} from './support/external/external-screen.ts';
import { beginWithTheirToken, externalTest } from './support/external/external-test.ts';
import { toast } from './support/toasts.ts';

const { provider, test: bare } = await externalTest();
const test = bare
  .extend('signedIn', { auto: true }, ({ page }) => beginWithTheirToken(page))
  .extend('warnings', { auto: true }, ({ page }) => {
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    return warnings;
  });

describe('bookings', () => {
  test('[API-15, BOOK-04, BOOK-05, BOOK-09] whole, bare and odd ones stand side by side', async ({
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
      'In Progress',
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

  test('[BOOK-08, API-15] details read what is there', async ({ page }) => {
    await page.goto('/bookings');
    await buttonNamed(page, 'View details of booking cdef01').click();
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByText('19.0760, 72.8777'));
    await expectVisible(dialog.getByText('4 out of 5'));
    await expectVisible(dialog.getByText('9 Feb 2026, 5:30 am'));
    await page.keyboard.press('Escape');
    await buttonNamed(page, 'View details of booking cdef02').click();
    await expectVisible(page.getByRole('dialog').getByText('Vehicle Info N/A'));
    await expectHidden(page.getByRole('dialog').getByText(/undefined|null|NaN|Invalid Date/));
  });
});

describe('users', () => {
  test('[API-15, USER-02, FMT-04] whole, bare and odd ones stand side by side', async ({ page, warnings }) => {
    await page.goto('/users');
    await expectVisible(page.getByRole('heading', { name: 'All Users (13)' }));
    await expectRow(page, 'Meera Nair', [
      'MN Meera Nair 0000a1',
      'meera@stranger.test 9811111111',
      'Car Tractor',
      '₹250.5',
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
    // Nobody can point at a record without an id.
    await expectHidden(rowWith(page, 'Nobody Known').getByRole('button', { name: /details|Block|Delete|loyalty/ }));
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expectVisible(page.getByText('Showing 11 to 13 of 13 users'));
  });

  test('[USER-04, FMT-02] details tell moments in the time zone, whatever their form', async ({ page }) => {
    await page.goto('/users');
    await buttonNamed(page, 'View details of Meera Nair').click();
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByText('2 Feb 2026, 12:00 am'));
    await expectVisible(dialog.getByText('3 Feb 2026, 12:00 am'));
    await expectVisible(dialog.getByText('Currently Online'));
    await expectVisible(dialog.getByText('4411'));
  });

  test('[USER-05, ERR-02, API-15] a toggle that fails goes back and is sent once', async ({ page, problems }) => {
    problems.allow(/^(response|console|request): /);
    await page.goto('/users');
    provider.misbehaves(toggleUserBlock, 'html 502', { refused: 'Not on Sundays' }, 'dropped');
    for (const words of ['Failed to update user status', 'Not on Sundays', 'Failed to update user status']) {
      await buttonNamed(page, 'Block user Meera Nair').click();
      await expectVisible(toast(page, words).first());
      await expectText(rowWith(page, 'Meera Nair').getByRole('cell').nth(4), 'Active');
    }
    await buttonNamed(page, 'Block user Meera Nair').click();
    await expectVisible(toast(page, 'Meera Nair is blocked'));
    expect(provider.asked(toggleUserBlock)).toHaveLength(4);
    expect(provider.asked(listUsers)).toHaveLength(1);
  });

  test('[LOYA-03, API-15] a loyalty payout', async ({ page, problems }) => {
    problems.allow(/^(response|console): /);
    await page.goto('/users');
    await buttonNamed(page, 'Pay loyalty to Meera Nair').click();
    await page.getByLabel('Transaction ID').fill('UTR 1');
    provider.misbehaves(payLoyalty, 'html 500', 'refused');
    for (const times of [1, 2]) {
      await buttonNamed(page, 'Process Payout').click();
      await expect.poll(() => provider.asked(payLoyalty).length).toBe(times);
      await expectVisible(toast(page, 'Failed to process payout. Please try again.').first());
      expect(await page.getByLabel('Transaction ID').inputValue()).toBe('UTR 1');
    }
    await buttonNamed(page, 'Process Payout').click();
    await expectVisible(toast(page, '₹250.5 paid to Meera Nair'));
    await expectText(rowWith(page, 'Meera Nair').getByRole('cell').nth(3), '₹0');
    expect(provider.asked(payLoyalty)[2]?.body).toMatchObject({ amount: 250.5 });
  });

  test('[USER-06, API-15] a deletion', async ({ page, problems }) => {
    problems.allow(/^(response|console): /);
    await page.goto('/users');
    await buttonNamed(page, 'Delete user Odd One').click();
    provider.misbehaves(deleteUser, 'html 502');
    await confirmDeletion(page);
    await expectVisible(page.getByRole('alertdialog').getByText('Failed to delete user'));
    await confirmDeletion(page);
    // First the question: what stands behind it is hidden from the test, too.
    await expectHidden(page.getByRole('alertdialog'));
    await expectHidden(rowWith(page, 'Odd One'));
    expect(provider.asked(deleteUser)).toHaveLength(2);
  });
});

describe('payments', () => {
  test('[API-15, PAYM-01, PAYM-03] whole, bare and odd ones stand side by side', async ({ page }) => {
    await page.goto('/payments');
    await expectVisible(page.getByRole('heading', { name: 'All Payments (4)' }));
    await expectRow(page, '0FED01', [
      '0FED01',
      'cdef01',
      'Meera Nair meera@stranger.test 9811111111',
      '₹1,499.5',
      'UPI',
      '10 Feb 2026 10:30 am',
      'Paid',
    ]);
    await expectRow(page, '0FED02', ['0FED02', 'N/A', 'Guest N/A N/A', 'N/A', 'N/A', 'N/A', 'N/A']);
    await expectText(rowWith(page, '0FED03').getByRole('cell').nth(4), 'Barter');
    await expectVisible(unreadableLine(page, '1 payment'));
    await expectHidden(page.getByText(/Export/));
  });

  test('[PAYM-05, PAYM-06] details, with a picture of their file host', async ({ page }) => {
    await page.goto('/payments');
    await buttonNamed(page, 'View details of payment 0FED01').click();
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByText('₹1,549.5'));
    const proof = dialog.getByRole('img');
    expect(await proof.getAttribute('src')).toBe(`${provider.fileUrl}/uploads/proof.png`);
    await page.keyboard.press('Escape');
    await buttonNamed(page, 'View details of payment 0FED02').click();
    await expectVisible(page.getByRole('dialog').getByText('Guest User'));
  });
});
