import { listMechanics } from '@wayside/contract/mechanics';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { marketplaceTest } from './support/application-test.ts';
import { recordCalls, serveAnswers } from './support/calls.ts';
import { expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { aMechanic, anApplication, someDocuments } from './support/factories/people.ts';
import { servePictures } from './support/pictures.ts';
import { beginSignedIn } from './support/session.ts';

const at = (day: number) => ({ createdAt: `2026-03-${String(day).padStart(2, '0')}T06:00:00.000Z` });
const suresh = aMechanic({ ...at(28), documents: someDocuments('suresh') });
const imran = anApplication({ ...at(27), documents: someDocuments('broken') });
const devi = aMechanic({
  ...at(26),
  name: 'देवी सिंह',
  email: null,
  phone: null,
  status: 'rejected',
  walletPaise: null,
  vehicleTypes: [],
  shop: null,
});
const long = aMechanic({
  ...at(25),
  name: 'Anantha'.repeat(29).slice(0, 200),
  email: `${'a'.repeat(60)}@example.in`,
  status: 'on_hold',
  walletPaise: 123_456_789_50,
  vehicleTypes: ['bike', 'car', 'auto', 'bus', 'truck'],
  isExpert: true,
});
const poor = aMechanic({ ...at(24), name: 'Poor Mechanic', walletPaise: 1000, phone: '9555500000' });
const walletless = aMechanic({ ...at(23), name: 'No Wallet', walletPaise: null });
const others = Array.from({ length: 18 }, (_, index) =>
  aMechanic({
    ...at(index + 1),
    name: `Mechanic ${index}`,
    phone: `90000${10_000 + index}`,
    status: index % 2 === 0 ? 'sent_for_verification' : 'resent_for_verification',
  }),
);

const test = marketplaceTest({ mechanics: [suresh, imran, devi, long, poor, walletless, ...others] }).extend(
  'signedIn',
  { auto: true },
  async ({ page, application, pageErrors }) => {
    await servePictures(page);
    pageErrors.allow(/^response: 404 GET \/pictures\/broken-face\.png$/);
    await beginSignedIn(page, application);
  },
);

const total = (page: Page, count: number) => page.getByRole('heading', { name: `All Mechanics (${count})` });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by phone' });
const status = (page: Page) => page.getByRole('combobox', { name: 'Status' });

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/mechanics${query}`);
  await expectVisible(page.getByRole('heading', { name: /^All Mechanics \(/ }));
}

describe('the list', () => {
  test('[MECH-02, FMT-01, FMT-05] shows all columns', async ({ page }) => {
    await openList(page);
    await expectVisible(total(page, 24));
    await expectVisible(page.getByRole('heading', { name: 'Mechanics', level: 1 }));
    const headers = [
      '',
      'Mechanic',
      'Contact',
      'Experience',
      'Vehicle Types',
      'Wallet',
      'Status',
      'Expert',
      'Actions',
    ];
    await expectTexts(page.getByRole('columnheader'), headers);
    await expectTexts(rowOf(page, 'Suresh Patil').getByRole('cell'), [
      '',
      `Suresh Patil ${suresh.id.slice(-6)}`,
      'suresh.patil@example.in 9123456780',
      '8 years',
      'Bike Car',
      '₹500',
      'Approved',
      'Regular',
      '',
    ]);
  });

  test('[MECH-02, FMT-04] reads N/A for missing values and shows long values and any script', async ({ page }) => {
    await openList(page);
    await expectTexts(rowOf(page, 'देवी सिंह').getByRole('cell'), [
      '',
      `दस देवी सिंह ${devi.id.slice(-6)}`,
      'N/A N/A',
      'N/A',
      'N/A',
      'N/A',
      'Rejected',
      'Regular',
      '',
    ]);
    const cells = rowOf(page, 'Anantha').getByRole('cell');
    await expectText(cells.nth(4), 'Bike Car Auto Bus Truck');
    await expectText(cells.nth(5), '₹12,34,56,789.50');
    await expectText(cells.nth(6), 'on_hold');
    await expectText(cells.nth(7), 'Expert');
  });

  test('[MECH-02] shows a photo, or initials for a broken one', async ({ page }) => {
    await openList(page);
    const photo = rowOf(page, 'Suresh Patil').locator('img');
    await expect.poll(() => photo.evaluate((it) => it instanceof HTMLImageElement && it.naturalWidth)).toBe(300);
    await expectVisible(rowOf(page, 'Imran Shaikh').getByText('IS', { exact: true }));
    expect(await rowOf(page, 'Imran Shaikh').locator('img').count()).toBe(0);
  });

  test('[MECH-02, MECH-13] offers a loyalty payout only to approved mechanics with a wallet', async ({ page }) => {
    await openList(page);
    const loyalty = (name: string) => rowOf(page, name).getByRole('button', { name: `Pay loyalty to ${name}` });
    await expectVisible(loyalty('Suresh Patil'));
    await expectVisible(loyalty('Poor Mechanic'));
    for (const name of ['Imran Shaikh', 'No Wallet', 'देवी सिंह']) expect(await loyalty(name).count()).toBe(0);
    for (const name of ['Imran Shaikh', 'No Wallet', 'देवी सिंह'])
      await expectVisible(page.getByRole('button', { name: `Delete mechanic ${name}` }));
  });
});

describe('search and filter', () => {
  test('[MECH-01] the search is sent once after the last key, trimmed, for page 1', async ({ page }) => {
    await openList(page, '?page=2');
    const calls = recordCalls(page, listMechanics);
    await search(page).pressSequentially(' 95555 ', { delay: 20 });
    await expectVisible(total(page, 1));
    await expectVisible(rowOf(page, 'Poor Mechanic'));
    expect(calls.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { page: '1', limit: '10', search: '95555' },
    ]);
  });

  test('[MECH-01] the search finds a name in any script and an email', async ({ page }) => {
    await openList(page);
    for (const [text, name] of [
      ['sURESH p', 'Suresh Patil'],
      ['सिंह', 'देवी सिंह'],
      ['imran.shaikh@', 'Imran Shaikh'],
    ] as const) {
      await search(page).fill(text);
      await expectVisible(rowOf(page, name));
      await expectVisible(total(page, 1));
    }
  });

  test('[MECH-01] the status filter has its choices and sends each for page 1', async ({ page }) => {
    await openList(page, '?page=2');
    await expectTexts(status(page).getByRole('option'), [
      'All Status',
      'Pending',
      'Sent for Verification',
      'Resend for Verification',
      'Approved',
      'Rejected',
    ]);
    const calls = recordCalls(page, listMechanics);
    for (const [label, count] of [
      ['Pending', 1],
      ['Sent for Verification', 9],
      ['Resend for Verification', 9],
      ['Approved', 3],
      ['Rejected', 1],
      ['All Status', 24],
    ] as const) {
      await status(page).selectOption(label);
      await expectVisible(total(page, count));
    }
    const asked = calls.map(({ searchParams }) => z.decode(listMechanics.query, Object.fromEntries(searchParams)));
    expect(asked.map(({ status }) => status?.join() ?? null)).toEqual([
      'pending',
      'sent_for_verification',
      'resent_for_verification',
      'approved',
      'rejected',
      null,
    ]);
    expect(new Set(asked.map(({ page }) => page))).toEqual(new Set([1]));
  });
});

describe('a load that fails', () => {
  test('[MECH-11, ERR-01, ERR-03] shows its fixed text in place and is repeated by hand', async ({ page }) => {
    await serveAnswers(page, listMechanics, { status: 404, json: {} }, 'real');
    await page.goto('/mechanics');
    const card = page.getByRole('alert').filter({ hasText: 'Error Loading Mechanics' });
    await expectVisible(card.getByText('Failed to load mechanics', { exact: true }));
    await card.getByRole('button', { name: 'Try Again' }).click();
    await expectVisible(total(page, 24));
  });
});
