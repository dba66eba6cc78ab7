import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import {
  descriptionListIn,
  expectFocused,
  expectHidden,
  expectPath,
  expectTexts,
  expectTooltip,
  expectVisible,
} from './support/expectations.ts';
import { aBooking, anEmergency, anEmptyBooking, someCharges } from './support/factories/bookings.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';
import { queryOf } from './support/locators.ts';
import { openTab } from './support/record-page.ts';

const ravi = aUser();
const suresh = aMechanic();
const services = aBooking({
  createdAt: '2026-03-09T18:31:00.000Z',
  updatedAt: '2026-03-10T06:29:00.000Z',
  scheduledAt: '2026-03-11T12:00:00.000Z',
  services: [
    { name: 'Oil change', pricePaise: 79_900 },
    { name: 'Wheel alignment', pricePaise: null },
  ],
  rating: 4.5,
  customer: refTo(ravi),
  mechanic: refTo(suresh),
});
const emergency = anEmergency({
  createdAt: '2026-03-08T00:00:00.000Z',
  paymentStatus: 'pending',
  scheduledAt: null,
  rating: 0,
  location: { latitude: -33.86882, longitude: 151.2093 },
  emergencyCharges: someCharges({ pricePerKmPaise: 1_500, serviceCostPaise: null }),
});
const empty = anEmptyBooking();
const accepted = aBooking({
  status: 'accepted',
  paymentStatus: 'failed',
  amounts: { totalPaise: 451_700, paidPaise: 0, duePaise: 451_700, discountPaise: 0 },
  serviceCharges: someCharges({
    serviceCostPaise: 434_800,
    pricePerKmPaise: null,
    additionalServiceCostPaise: 30_000,
  }),
});
const settled = aPayment({
  booking: { id: services.id },
  customer: refTo(ravi),
  amountPaise: 129_800,
  screenshot: 'https://example.com/proof.png',
});
const failed = aPayment({
  booking: { id: services.id },
  amountPaise: 361_420,
  method: 'online',
  status: 'failed',
  transactedAt: '2026-03-04T05:00:00.000Z',
});
const waiting = aBooking({ createdAt: new Date(Date.now() - 12 * 60_000 - 5_000).toISOString() });

const test = signedInTest({
  users: [ravi],
  mechanics: [suresh],
  bookings: [services, emergency, empty, accepted, waiting],
  payments: [settled, failed],
});

const dialogOf = (page: Page, { id }: { id: string }) =>
  page.getByRole('dialog', { name: `Booking Details #${id.slice(-8).toUpperCase()}` });
const viewDetails = (page: Page, { id }: { id: string }) =>
  page.getByRole('button', { name: `View details of booking ${id.slice(-6)}` });

async function openDetails(page: Page, booking: { id: string }) {
  await page.goto('/bookings');
  await viewDetails(page, booking).click();
  const dialog = dialogOf(page, booking);
  await expectVisible(dialog.getByRole('region', { name: 'Booking Timeline' }));
  return dialog;
}

describe('the details', () => {
  test('[BOOK-08, BOOK-09, FMT-02] of services show customer, place, services and dates', async ({ page }) => {
    const dialog = await openDetails(page, services);
    await expectVisible(dialog.getByText('Services', { exact: true }));
    await expectVisible(dialog.getByText('Mumbai'));
    expect(await descriptionListIn(dialog, 'Customer Information')).toEqual({
      Name: 'Ravi Kumar',
      Email: 'ravi.kumar@example.in',
      Phone: '9876543210',
      Location: 'Mumbai 19.0760, 72.8777 opens a map in a new tab',
      Vehicle: 'Vehicle Info N/A',
    });
    expect(await descriptionListIn(dialog, 'Service Information')).toEqual({
      'Oil change': '₹799',
      'Wheel alignment': 'N/A',
    });
    expect(await descriptionListIn(dialog, 'Assigned Mechanic')).toEqual({
      Mechanic: 'Suresh Patil',
      Phone: '9123456780',
    });
    expect(await descriptionListIn(dialog, 'Service Date & Time')).toEqual({
      'Date and time': '11 Mar 2026, 5:30 pm',
    });
    expect(await descriptionListIn(dialog, 'Customer Rating')).toEqual({ Rating: '4.5 out of 5' });
    expect(await descriptionListIn(dialog, 'Booking Timeline')).toEqual({
      'Created At': '10 Mar 2026, 12:01 am',
      'Last Updated': '10 Mar 2026, 11:59 am',
    });
    await expectHidden(dialog.getByRole('region', { name: 'Emergency Information' }));
  });

  test('[BOOK-10, BOOK-13, FMT-01] of services break the payment down as it adds up', async ({ page }) => {
    const dialog = await openDetails(page, services);
    const amounts = await descriptionListIn(dialog, 'Payment Breakdown');
    expect(Object.entries(amounts)).toEqual([
      ['Platform fee', '₹49'],
      ['Mechanic charge', '₹300'],
      ['Service cost', '₹799'],
      ['Price per km', '₹12'],
      ['Additional service cost', '₹238'],
      ['Discount', '−₹100'],
      ['Total', '₹1,298'],
      ['Paid', '₹500'],
      ['Due', '₹798'],
    ]);
    const breakdown = dialog.getByRole('region', { name: 'Payment Breakdown' });
    await expectVisible(breakdown.getByText('Payment Paid', { exact: true }));
    await expectHidden(breakdown.getByText('add up to'));
  });

  test('[BOOK-12, BOOK-13] of an accepted booking name its status, and report amounts that do not add up', async ({
    page,
  }) => {
    const dialog = await openDetails(page, accepted);
    const title = dialog.getByRole('heading', { name: /^Booking Details/ }).locator('../..');
    await expectVisible(title.getByText('In Progress', { exact: true }));
    await expectVisible(title.getByText('Accepted', { exact: true }));
    await expectHidden(title.getByText(/waiting/));
    const breakdown = dialog.getByRole('region', { name: 'Payment Breakdown' });
    await expectVisible(breakdown.getByText('Payment Failed', { exact: true }));
    await expectVisible(breakdown.getByText('The parts add up to ₹4,997, the total says ₹4,517', { exact: true }));
    await page.keyboard.press('Escape');
    const badge = page
      .getByRole('row')
      .filter({ hasText: accepted.id.slice(-6) })
      .getByText('In Progress');
    await expectTooltip(page, badge, 'Accepted');
  });

  test('[BOOK-12] of a pending booking say how long it waits', async ({ page }) => {
    const dialog = await openDetails(page, waiting);
    const title = dialog.getByRole('heading', { name: /^Booking Details/ }).locator('../..');
    await expectVisible(title.getByText('Pending', { exact: true }));
    await expectVisible(title.getByText(/^waiting 1[23] min$/));
  });

  test('[BOOK-08, BOOK-09, BOOK-10] of an emergency show the problem', async ({ page }) => {
    const dialog = await openDetails(page, emergency);
    await expectVisible(dialog.getByText('Emergency', { exact: true }));
    expect(await descriptionListIn(dialog, 'Emergency Information')).toEqual({
      'Problem description': 'Flat tyre near the toll plaza',
    });
    expect(await descriptionListIn(dialog, 'Assigned Mechanic')).toEqual({ Mechanic: 'Unassigned' });
    expect(await descriptionListIn(dialog, 'Service Date & Time')).toEqual({
      'Date and time': '8 Mar 2026, 5:30 am',
    });
    expect(await descriptionListIn(dialog, 'Payment Breakdown')).toMatchObject({
      'Price per km': '₹15',
      'Service cost': 'N/A',
    });
    await expectVisible(dialog.getByRole('region', { name: 'Payment Breakdown' }).getByText('Pending'));
    await expectHidden(dialog.getByRole('region', { name: 'Customer Rating' }));
    await expectHidden(dialog.getByRole('region', { name: 'Service Information' }));
  });

  test('[FMT-04, BOOK-08] of an empty booking read N/A', async ({ page }) => {
    const dialog = await openDetails(page, empty);
    const titles = ['Customer Information', 'Service Information', 'Service Date & Time', 'Booking Timeline'];
    for (const title of [...titles, 'Payment Breakdown']) {
      const { Vehicle: vehicle, ...facts } = await descriptionListIn(dialog, title);
      expect(vehicle ?? 'Vehicle Info N/A').toBe('Vehicle Info N/A');
      expect(new Set(Object.values(facts)), title).toEqual(new Set(['N/A']));
    }
    expect(await dialog.innerText()).not.toMatch(/undefined|null|NaN|Invalid Date/);
  });

  test('[BOOK-09] link the place to a map, latitude first', async ({ page }) => {
    const dialog = await openDetails(page, emergency);
    const link = dialog.getByRole('link', { name: /^-33\.8688, 151\.2093/ });
    expect(await link.getAttribute('href')).toMatch(/-33\.86882,151\.2093$/);
    expect(await link.getAttribute('rel')).toContain('noreferrer');
  });

  test('[BOOK-11] link to the customer and the mechanic', async ({ page }) => {
    const dialog = await openDetails(page, services);
    expect(await dialog.getByRole('link', { name: 'Suresh Patil' }).getAttribute('href')).toBe(
      `/mechanics?mechanic=${suresh.id}`,
    );
    await dialog.getByRole('link', { name: 'Ravi Kumar' }).click();
    await expectPath(page, '/users');
    expect(new URL(page.url()).searchParams.get('user')).toBe(ravi.id);
    await expectHidden(dialog);
  });

  test('[BOOK-14] list the booking’s payments, which lead to the payment and back; the customer leads to bookings and payments', async ({
    page,
  }) => {
    const dialog = await openDetails(page, services);
    const table = dialog.getByRole('table', { name: 'Payments of this booking' });
    const shortOf = ({ id }: { id: string }) => id.slice(-6).toUpperCase();
    await expectTexts(table.getByRole('row'), [
      'Payment ID Amount Method Status Date Screenshot',
      `${shortOf(settled)} ₹1,298 UPI Paid 5 Mar 2026, 10:30 am View`,
      `${shortOf(failed)} ₹3,614.20 Online Failed 4 Mar 2026, 10:30 am N/A`,
    ]);
    await expectAccessible(page);
    await table.getByRole('link', { name: shortOf(failed) }).click();
    const payment = page.getByRole('dialog', { name: `Payment Details #${shortOf(failed)}` });
    await expectVisible(payment.getByText('₹3,614.20', { exact: true }).first());
    await payment.getByRole('link', { name: /^Booking #/ }).click();
    await dialogOf(page, services).getByRole('link', { name: 'Ravi Kumar' }).click();
    await openTab(page, 'Payments');
    await page.getByRole('dialog').getByRole('link', { name: 'Open in Payments' }).click();
    await expectVisible(page.getByRole('heading', { name: 'All Payments (1)' }));
    await expectVisible(page.getByRole('button', { name: /^Customer: Ravi Kumar/ }));
    expect(queryOf(page)).toEqual({ customer: ravi.id });
    await openDetails(page, emergency);
    await expectVisible(page.getByText('There is no payment for this booking.'));
  });

  test('[FMT-03] show the whole id on hover and copy it by a click', async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const dialog = await openDetails(page, services);
    await expectTooltip(page, dialog.getByRole('heading', { name: /^Booking Details/ }), services.id);
    await dialog.getByRole('button', { name: 'Copy the whole id' }).click();
    await expectVisible(dialog.getByRole('button', { name: 'Copied' }));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(services.id);
  });
});

describe('opening and closing', () => {
  test('[BOOK-04] a click anywhere on a row opens it; Escape gives the focus back to its action', async ({
    page,
  }) => {
    await page.goto('/bookings');
    await page.getByRole('cell', { name: 'Emergency: Flat tyre' }).click();
    await expectVisible(dialogOf(page, emergency));
    await page.keyboard.press('Escape');
    await expectHidden(dialogOf(page, emergency));
    await expectFocused(viewDetails(page, emergency));
  });

  test('[BOOK-04] the keyboard opens it with Enter and comes back to where it was', async ({ page }) => {
    await page.goto('/bookings');
    await expectVisible(viewDetails(page, services));
    await page.keyboard.press('/');
    await page.keyboard.press('Tab');
    for (let steps = 0; steps < 40; steps += 1) {
      if (await viewDetails(page, services).evaluate((it) => it === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await expectVisible(dialogOf(page, services));
    expect(await dialogOf(page, services).evaluate((it) => it.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expectHidden(dialogOf(page, services));
    await expectFocused(viewDetails(page, services));
  });

  test('[BOOK-04, BOOK-11] a link in a row and selected text open nothing', async ({ page }) => {
    await page.goto('/bookings');
    const email = await page.getByText('ravi.kumar@example.in').boundingBox();
    await page.mouse.move((email?.x ?? 0) + 2, (email?.y ?? 0) + 8);
    await page.mouse.down();
    await page.mouse.move((email?.x ?? 0) + 90, (email?.y ?? 0) + 8);
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^ravi/);
    await expectHidden(page.getByRole('dialog'));
    await page.evaluate(() => getSelection()?.empty());
    await page.getByRole('link', { name: 'Ravi Kumar' }).click();
    await expectPath(page, '/users');
  });
});
