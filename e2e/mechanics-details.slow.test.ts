import { listMechanics } from '@wayside/contract/mechanics';
import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { loggedActions } from './support/activity-records.ts';
import { marketplaceTest } from './support/application-test.ts';
import { pretendExternalApi, serveAnswers } from './support/calls.ts';
import { descriptionListIn, expectHidden, expectPath, expectText, expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aMechanic, anApplication, refTo, someBank } from './support/factories/people.ts';
import { servePictures } from './support/pictures.ts';
import { openTab, recordTab } from './support/record-page.ts';
import { beginSignedIn } from './support/session.ts';

const suresh = aMechanic({ bank: someBank(), isPhoneVerified: false });
const nobody = aMechanic({
  name: null,
  email: null,
  phone: null,
  status: null,
  walletPaise: null,
  referralCode: null,
  vehicleTypes: [],
  createdAt: null,
  isAvailable: false,
  isEmailVerified: false,
  shop: null,
});
const imran = anApplication();
const secretive = aMechanic({ name: 'Short Number', bank: { ...someBank(), accountNumber: '123' } });
const older = Array.from({ length: 10 }, (_, index) =>
  aMechanic({ name: `Newer ${index}`, createdAt: '2026-02-01T06:00:00.000Z' }),
);

const test = marketplaceTest({
  mechanics: [suresh, nobody, imran, secretive, ...older],
  bookings: [aBooking({ mechanic: refTo(suresh) }), aBooking({})],
}).extend('token', { auto: true }, async ({ page, application }) => {
  await servePictures(page);
  return beginSignedIn(page, application);
});

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

async function open(page: Page, { id, name }: { id: string; name: string | null }) {
  await page.goto(`/mechanics?mechanic=${id}`);
  const dialog = dialogOf(page, name ?? 'N/A');
  await expectVisible(dialog.getByRole('region', { name: 'Payment Details' }));
  return dialog;
}

describe('the details', () => {
  test('[MECH-03, MECH-04, MECH-05, MECH-06] show person, profession, verification and payment details', async ({
    page,
  }) => {
    const dialog = await open(page, suresh);
    expect(await descriptionListIn(dialog, 'Personal Information')).toMatchObject({
      Name: 'Suresh Patil',
      Phone: '9123456780',
      Email: 'suresh.patil@example.in',
      Location: '19.0760, 72.8777 opens a map in a new tab',
      'Mechanic ID': suresh.id,
    });
    expect(await descriptionListIn(dialog, 'Professional Information')).toEqual({
      'Shop Name': 'Patil Motors',
      'Service Charge': '₹400 per hour',
      Experience: '8 years',
      'Vehicle Types': 'Bike Car',
      Wallet: '₹500',
      'Join Date': '5 Jan 2026',
      'Referral Code': 'SURESH5',
      Description: 'Two-wheelers and small cars',
    });
    await expectVisible(dialog.getByText('Available', { exact: true }));
    expect(await descriptionListIn(dialog, 'Verification Status')).toEqual({
      Email: 'Verified',
      Phone: 'Not Verified',
      Account: 'Active',
    });
    expect(await descriptionListIn(dialog, 'Payment Details')).toEqual({
      'Account Holder': 'Imran Shaikh',
      'Bank Name': 'State Bank of India',
      'Account Number': '••••8901',
      'IFSC Code': 'SBIN0001234',
      'UPI ID': 'imran@upi',
      'Preferred Method': 'Bank Transfer',
    });
  });

  test('[MECH-03, MECH-04, FMT-04] read N/A for each missing value', async ({ page }) => {
    const dialog = await open(page, nobody);
    expect(await descriptionListIn(dialog, 'Personal Information')).toMatchObject({
      Name: 'N/A',
      Phone: 'N/A',
      Email: 'N/A',
      Location: 'Location not available',
    });
    const professional = await descriptionListIn(dialog, 'Professional Information');
    expect(new Set(Object.values(professional))).toEqual(new Set(['N/A']));
    await expectVisible(dialog.getByText('Not Available', { exact: true }));
    expect(new Set(Object.values(await descriptionListIn(dialog, 'Payment Details')))).toEqual(new Set(['N/A']));
    expect(await dialog.getByRole('button', { name: /account number/ }).count()).toBe(0);
    for (const action of ['Approve', 'Reject', 'Block', 'Delete'])
      expect(await dialog.getByRole('button', { name: action, exact: true }).count()).toBe(0);
  });

  test('[NAV-09, API-17] open from the list and by Back, and close to the list', async ({ page }) => {
    await page.goto('/mechanics?status=pending');
    await page.getByRole('button', { name: 'View details of Imran Shaikh' }).click();
    await expectVisible(dialogOf(page, 'Imran Shaikh'));
    expect(new URL(page.url()).search).toBe(`?status=pending&mechanic=${imran.id}`);
    await page.keyboard.press('Escape');
    await expectHidden(dialogOf(page, 'Imran Shaikh'));
    await page.goBack();
    await expectVisible(dialogOf(page, 'Imran Shaikh'));
    await page.goto(`/mechanics?mechanic=${'f'.repeat(24)}`);
  });

  test('[NAV-09] of an unknown id show that there is no mechanic', async ({ page, pageErrors }) => {
    pageErrors.allow(/^(response: 404|console: )/);
    await page.goto(`/mechanics?mechanic=${'f'.repeat(24)}`);
    await expectVisible(page.getByText('There is no mechanic with this id. They may have been deleted.'));
  });

  test('[ERR-03] that fail to load show the error and are loaded again there', async ({ page, pageErrors }) => {
    pageErrors.allow(/^(response: 409|console: )/);
    const refuse = (route: Route) => route.fulfill({ status: 409, json: {} });
    await page.route(`**/admin/mechanics/${suresh.id}`, refuse, { times: 1 });
    await page.goto(`/mechanics?mechanic=${suresh.id}`);
    await expectVisible(page.getByRole('dialog').getByText('Failed to load mechanics', { exact: true }));
    await page.getByRole('dialog').getByRole('button', { name: 'Try Again' }).click();
    await expectVisible(dialogOf(page, 'Suresh Patil'));
  });

  test('[BOOK-11, BOOK-14] link to the mechanic’s bookings, earnings and payouts', async ({ page }) => {
    const dialog = await open(page, suresh);
    await openTab(page, 'Bookings');
    await dialog.getByRole('link', { name: 'Open in Bookings' }).click();
    await expectPath(page, '/bookings');
    await expectVisible(page.getByRole('heading', { name: 'All Bookings (1)' }));
    await page.goBack();
    await openTab(page, 'Earnings');
    await dialog.getByRole('link', { name: 'Open in Payouts' }).click();
    await expectVisible(
      page
        .getByRole('dialog', { name: 'Suresh Patil' })
        .getByRole('table', { name: 'Payout History' })
        .or(page.getByText('Nothing has been paid out yet.')),
    );
  });
});

describe('the number of a bank account', () => {
  const show = (page: Page) => page.getByRole('button', { name: 'Show the whole account number' });
  const numberIn = async (page: Page, name: string) =>
    (await descriptionListIn(dialogOf(page, name), 'Payment Details'))['Account Number'];

  test('[MECH-06, SECU-05] is shown on a click, which is logged and listed in the history', async ({
    page,
    application,
  }) => {
    const dialog = await open(page, suresh);
    await expectVisible(recordTab(page, 'Activity').getByText('(0)'));
    await show(page).click();
    await expect.poll(() => numberIn(page, 'Suresh Patil')).toBe('5012345678901');
    expect(await loggedActions(application, 'mechanic', suresh)).toMatchObject([{ action: 'bank_account_shown' }]);
    await page.getByRole('button', { name: 'Hide the account number' }).click();
    await expect.poll(() => numberIn(page, 'Suresh Patil')).toBe('••••8901');
    await openTab(page, 'Activity (1)');
    await expectVisible(dialog.getByText('Bank account shown'));
  });

  test('[MECH-06] that is short is masked whole', async ({ page }) => {
    await open(page, secretive);
    expect(await numberIn(page, 'Short Number')).toBe('••••');
    await show(page).click();
    await expect.poll(() => numberIn(page, 'Short Number')).toBe('123');
  });

  test('[MECH-06, API-15] of an external API is masked in the browser until a click', async ({ page }) => {
    await pretendExternalApi(page);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    const page1 = { rows: [suresh], total: 1, page: 1, pageCount: 1 };
    await serveAnswers(page, listMechanics, { json: z.encode(listMechanics.answer, page1) });
    await open(page, suresh);
    expect(await numberIn(page, 'Suresh Patil')).toBe('••••8901');
    await show(page).click();
    await expect.poll(() => numberIn(page, 'Suresh Patil')).toBe('5012345678901');
    expect(calls.filter((path) => path.includes('/admin/mechanics'))).toEqual([]);
    expect(await page.getByRole('heading', { name: 'History' }).count()).toBe(0);
    await expectText(page.getByRole('dialog').getByRole('heading', { level: 2 }), 'Suresh Patil');
  });
});
