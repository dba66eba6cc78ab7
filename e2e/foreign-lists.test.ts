import { listBookings } from '@wayside/contract/bookings';
import { payLoyalty } from '@wayside/contract/loyalty';
import {
  decideApplication,
  deleteMechanic,
  listMechanics,
  toggleMechanicBlock,
  toggleMechanicExpert,
} from '@wayside/contract/mechanics';
import { deleteUser, listUsers, toggleUserBlock } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { beginWithTheirToken, foreignTest } from './support/foreign/foreign-test.ts';
import { toast } from './support/toasts.ts';

const { provider, test: bare } = await foreignTest();
const test = bare
  .extend('signedIn', { auto: true }, ({ page }) => beginWithTheirToken(page))
  .extend('warnings', { auto: true }, ({ page }) => {
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    return warnings;
  });

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const unreadable = (page: Page, count: string) =>
  page.getByRole('status').getByText(`${count} could not be read whole. The browser’s console names the fields.`);

/** The texts of a row's cells but for its actions. */
async function expectRow(page: Page, text: string, cells: string[]): Promise<void> {
  const found = row(page, text).getByRole('cell');
  await expectTexts(found, [...cells, '']);
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
}

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
      row(page, emergency ?? '')
        .getByRole('cell')
        .nth(2),
      'Emergency: Flat tyre Emergency',
    );
    await expectVisible(unreadable(page, '3 bookings'));
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
    await expectText(row(page, 'Odd One').getByRole('cell').nth(3), 'N/A');
    await expectVisible(unreadable(page, '3 users'));
    expect(warnings.filter((line) => line.startsWith(listUsers.name))).toEqual([
      'listUsers: data[2] is not a record',
      expect.stringMatching(/^listUsers: data\[3\]\.\w+ must be an amount in rupees$/),
      'listUsers: data[3].createdAt must be a date',
      'listUsers: data[4]._id is not an id',
    ]);
    // Nobody can point at a record without an id.
    await expectHidden(row(page, 'Nobody Known').getByRole('button', { name: /details|Block|Delete|loyalty/ }));
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expectVisible(page.getByText('Showing 11 to 13 of 13 users'));
  });

  test('[USER-04, FMT-02] details tell moments in the time zone, whatever their form', async ({ page }) => {
    await page.goto('/users');
    await button(page, 'View details of Meera Nair').click();
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
      await button(page, 'Block user Meera Nair').click();
      await expectVisible(toast(page, words).first());
      await expectText(row(page, 'Meera Nair').getByRole('cell').nth(4), 'Active');
    }
    await button(page, 'Block user Meera Nair').click();
    await expectVisible(toast(page, 'Meera Nair is blocked'));
    expect(provider.asked(toggleUserBlock)).toHaveLength(4);
    expect(provider.asked(listUsers)).toHaveLength(1);
  });

  test('[LOYA-03, API-15] a loyalty payout', async ({ page, problems }) => {
    problems.allow(/^(response|console): /);
    await page.goto('/users');
    await button(page, 'Pay loyalty to Meera Nair').click();
    await page.getByLabel('Transaction ID').fill('UTR 1');
    provider.misbehaves(payLoyalty, 'html 500', 'refused');
    for (const times of [1, 2]) {
      await button(page, 'Process Payout').click();
      await expect.poll(() => provider.asked(payLoyalty).length).toBe(times);
      await expectVisible(toast(page, 'Failed to process payout. Please try again.').first());
      expect(await page.getByLabel('Transaction ID').inputValue()).toBe('UTR 1');
    }
    await button(page, 'Process Payout').click();
    await expectVisible(toast(page, '₹250.5 paid to Meera Nair'));
    await expectText(row(page, 'Meera Nair').getByRole('cell').nth(3), '₹0');
    expect(provider.asked(payLoyalty)[2]?.body).toMatchObject({ amount: 250.5 });
  });

  test('[USER-06, API-15] a deletion', async ({ page, problems }) => {
    problems.allow(/^(response|console): /);
    await page.goto('/users');
    await button(page, 'Delete user Odd One').click();
    provider.misbehaves(deleteUser, 'html 502');
    await confirm(page);
    await expectVisible(page.getByRole('alertdialog').getByText('Failed to delete user'));
    await confirm(page);
    await expectHidden(row(page, 'Odd One'));
    expect(provider.asked(deleteUser)).toHaveLength(2);
  });
});

describe('mechanics', () => {
  test('[API-15, MECH-02] whole, bare and odd ones stand side by side', async ({ page }) => {
    await page.goto('/mechanics');
    await expectVisible(page.getByRole('heading', { name: 'All Mechanics (4)' }));
    await expectTexts(row(page, 'Anil Rao').getByRole('cell'), [
      'Anil Rao mech-1',
      'anil@stranger.test 9833333333',
      '5 years',
      'Bike',
      '₹75',
      'Approved',
      'Expert',
      '',
    ]);
    await expectText(row(page, 'mech-4').getByRole('cell').nth(5), /On_leave/i);
    await expectVisible(unreadable(page, '1 mechanic'));
  });

  test('[MECH-03, MECH-06, MECH-07] details, covered account and documents of their file host', async ({
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

  test('[MECH-08, API-13, API-15] a decision, by the verb that they take', async ({ page, problems }) => {
    problems.allow(/^(response|console): /);
    await page.goto('/mechanics');
    await button(page, 'View details of Waiting Wasim').click();
    await button(page, 'Approve').click();
    provider.misbehaves(decideApplication, 'html 500', { status: 400, message: 'Papers are missing' });
    const dialog = page.getByRole('dialog', { name: 'Approve Waiting Wasim?' });
    await dialog.getByLabel('Remarks (optional)').fill('Fine');
    for (const words of ['Failed to approve mechanic', 'Papers are missing']) {
      await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
      await expectVisible(dialog.getByText(words));
    }
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await expectVisible(toast(page, 'Waiting Wasim is approved'));
    expect(provider.asked(decideApplication).map(({ method }) => method)).toEqual(['PUT', 'PUT', 'PUT']);
    expect(provider.asked(decideApplication)[2]?.body).toEqual({
      id: 'mech-2',
      status: 'approve',
      remarks: 'Fine',
    });
  });

  test('[MECH-08] a rejection', async ({ page, problems }) => {
    problems.allow(/^(response|console): /);
    await page.goto('/mechanics');
    await button(page, 'View details of Later Leela').click();
    await button(page, 'Reject').click();
    const dialog = page.getByRole('dialog', { name: 'Reject Later Leela?' });
    await dialog.getByLabel('Remarks').fill('No papers');
    provider.misbehaves(decideApplication, 'refused');
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await expectVisible(dialog.getByText('Failed to reject mechanic'));
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await expectVisible(toast(page, 'Later Leela is rejected'));
  });

  test('[MECH-09, MECH-10, MECH-11, ERR-02] toggles that answer in a word, or not at all', async ({
    page,
    problems,
  }) => {
    problems.allow(/^(response|console): /);
    await page.goto('/mechanics');
    const expert = row(page, 'Anil Rao').getByRole('button', { name: /, mark Anil Rao as/ });
    provider.misbehaves(toggleMechanicExpert, 'html 502');
    await expert.click();
    await expectVisible(toast(page, 'Failed to update expert status'));
    await expectText(row(page, 'Anil Rao').getByRole('cell').nth(6), 'Expert');
    await expert.click();
    await expectText(row(page, 'Anil Rao').getByRole('cell').nth(6), 'Regular');
    expect(provider.asked(toggleMechanicExpert)).toHaveLength(2);
    await button(page, 'View details of Anil Rao').click();
    provider.misbehaves(toggleMechanicBlock, 'html 502');
    await button(page, 'Block').click();
    await expectVisible(toast(page, 'Failed to update mechanic status'));
    await button(page, 'Block').click();
    await expectVisible(toast(page, 'Anil Rao is blocked'));
    expect(provider.asked(toggleMechanicBlock)).toHaveLength(2);
  });

  test('[MECH-13, API-15] a deletion that is answered with nothing', async ({ page, problems }) => {
    problems.allow(/^(response|console): /);
    await page.goto('/mechanics?search=Leela');
    await expectVisible(page.getByRole('heading', { name: 'All Mechanics (1)' }));
    await button(page, 'Delete mechanic Later Leela').click();
    provider.misbehaves(deleteMechanic, 'refused');
    await confirm(page);
    await expectVisible(page.getByRole('alertdialog').getByText('Failed to delete mechanic'));
    await confirm(page);
    await expectHidden(row(page, 'Later Leela'));
    expect(provider.asked(deleteMechanic)).toHaveLength(2);
    const reloads = () => provider.asked(listMechanics).filter(({ query }) => query['limit'] === '10');
    await expect.poll(() => reloads().length).toBe(2);
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
    await expectText(row(page, '0FED03').getByRole('cell').nth(4), 'Barter');
    await expectVisible(unreadable(page, '1 payment'));
    await expectHidden(page.getByText(/Export/));
  });

  test('[PAYM-05, PAYM-06] details, with a picture of their file host', async ({ page }) => {
    await page.goto('/payments');
    await button(page, 'View details of payment 0FED01').click();
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByText('₹1,549.5'));
    const proof = dialog.getByRole('img');
    expect(await proof.getAttribute('src')).toBe(`${provider.fileUrl}/uploads/proof.png`);
    await page.keyboard.press('Escape');
    await button(page, 'View details of payment 0FED02').click();
    await expectVisible(page.getByRole('dialog').getByText('Guest User'));
  });
});
