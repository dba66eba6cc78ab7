import { type Booking, getPlace, listBookings } from '@wayside/contract/bookings';
import { listPayments } from '@wayside/contract/payments';
import { getRecordCounts } from '@wayside/contract/timeline';
import { getUser, listUsers } from '@wayside/contract/users';
import { describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { aBooking, anEmergency, anEmptyBooking, someCharges } from '../support/factories/bookings.ts';
import { aPayment } from '../support/factories/payments.ts';
import { aMechanic, aUser, aUserWithLongValues, refTo } from '../support/factories/people.ts';
import { expectAccessible } from './accessible.ts';
import {
  inSequence,
  type MockResponse,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  type ScreenOptions,
} from './open-screen.ts';
import { button, expectTexts, readDescriptionList } from './page-content.ts';
import { DETAILS_RESPONSES } from './responses.ts';

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
const settled = aPayment({ booking: { id: services.id }, screenshot: 'https://example.com/proof.png' });
const failed = aPayment({
  amountPaise: 361_420,
  method: 'online',
  status: 'failed',
  transactedAt: '2026-03-04T05:00:00.000Z',
});

const dialog = page.getByRole('dialog');
const FIXED = 'Failed to load bookings. Please try again.';
const OTHERS = [respondWith(getPlace, { place: 'Mumbai' }), ...DETAILS_RESPONSES];

/** Opens the dialog of a booking that is on the current page of the list. */
async function openDetails(booking: Booking, options?: ScreenOptions): Promise<Locator> {
  const payments =
    booking === services ? respondWithRows(listPayments, settled, failed) : respondWithRows(listPayments);
  await openScreen(
    `/bookings?booking=${booking.id}`,
    [respondWithRows(listBookings, booking), payments, ...OTHERS],
    options,
  );
  const details = page.getByRole('dialog', { name: `Booking Details #${booking.id.slice(-8).toUpperCase()}` });
  await expect.element(details.getByRole('region', { name: 'Booking Timeline' })).toBeVisible();
  return details;
}

describe('the details of a booking', () => {
  it('[BOOK-08, BOOK-09, BOOK-10, BOOK-11, BOOK-13, BOOK-14, FMT-01, FMT-02] show a booking of services', async () => {
    const details = await openDetails(services);
    await expect.element(details.getByText('Services', { exact: true })).toBeVisible();
    await expect.element(details.getByText('Mumbai')).toBeVisible();
    expect(readDescriptionList(details, 'Customer Information')).toEqual({
      Name: 'Ravi Kumar',
      Email: 'ravi.kumar@example.in',
      Phone: '9876543210',
      Location: 'Mumbai 19.0760, 72.8777 opens a map in a new tab',
      Vehicle: 'Vehicle Info N/A',
    });
    expect(readDescriptionList(details, 'Service Information')).toEqual({
      'Oil change': '₹799',
      'Wheel alignment': 'N/A',
    });
    expect(readDescriptionList(details, 'Assigned Mechanic')).toEqual({
      Mechanic: 'Suresh Patil',
      Phone: '9123456780',
    });
    expect(readDescriptionList(details, 'Service Date & Time')).toEqual({
      'Date and time': '11 Mar 2026, 5:30 pm',
    });
    expect(readDescriptionList(details, 'Customer Rating')).toEqual({ Rating: '4.5 out of 5' });
    expect(readDescriptionList(details, 'Booking Timeline')).toEqual({
      'Created At': '10 Mar 2026, 12:01 am',
      'Last Updated': '10 Mar 2026, 11:59 am',
    });
    expect(Object.entries(readDescriptionList(details, 'Payment Breakdown'))).toEqual([
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
    const breakdown = details.getByRole('region', { name: 'Payment Breakdown' });
    await expect.element(breakdown.getByText('Payment Paid', { exact: true })).toBeVisible();
    await expect.element(breakdown.getByText('add up to')).not.toBeInTheDocument();
    await expect.element(details.getByRole('region', { name: 'Emergency Information' })).not.toBeInTheDocument();
    const shortOf = ({ id }: { id: string }) => id.slice(-6).toUpperCase();
    await expectTexts(details.getByRole('table', { name: 'Payments of this booking' }).getByRole('row'), [
      'Payment ID Amount Method Status Date Screenshot',
      `${shortOf(settled)} ₹1,298 UPI Paid 5 Mar 2026, 10:30 am View`,
      `${shortOf(failed)} ₹3,614.20 Online Failed 4 Mar 2026, 10:30 am N/A`,
    ]);
    const link = (name: string) => details.getByRole('link', { name });
    await expect.element(link('Suresh Patil')).toHaveAttribute('href', `/mechanics?mechanic=${suresh.id}`);
    await expect.element(link('Ravi Kumar')).toHaveAttribute('href', `/users?user=${ravi.id}`);
    await expectAccessible();
  });

  it('[BOOK-08, BOOK-09, BOOK-10, BOOK-14] show an emergency with a place that links to a map, latitude first', async () => {
    const details = await openDetails(emergency);
    await expect.element(details.getByText('Emergency', { exact: true })).toBeVisible();
    expect(readDescriptionList(details, 'Emergency Information')).toEqual({
      'Problem description': 'Flat tyre near the toll plaza',
    });
    expect(readDescriptionList(details, 'Assigned Mechanic')).toEqual({ Mechanic: 'Unassigned' });
    expect(readDescriptionList(details, 'Service Date & Time')).toEqual({ 'Date and time': '8 Mar 2026, 5:30 am' });
    expect(readDescriptionList(details, 'Payment Breakdown')).toMatchObject({
      'Price per km': '₹15',
      'Service cost': 'N/A',
    });
    const breakdown = details.getByRole('region', { name: 'Payment Breakdown' });
    await expect.element(breakdown.getByText('Pending')).toBeVisible();
    await expect.element(details.getByText('There is no payment for this booking.')).toBeVisible();
    for (const name of ['Customer Rating', 'Service Information'])
      await expect.element(details.getByRole('region', { name })).not.toBeInTheDocument();
    const map = details.getByRole('link', { name: /^(Mumbai )?-33\.8688, 151\.2093/ });
    await expect.element(map).toHaveAttribute('href', expect.stringMatching(/-33\.86882,151\.2093$/));
    await expect.element(map).toHaveAttribute('rel', expect.stringContaining('noreferrer'));
    await expectAccessible();
  });

  it('[FMT-04, BOOK-08] show N/A for an empty booking', async () => {
    const details = await openDetails(anEmptyBooking());
    const titles = ['Customer Information', 'Service Information', 'Service Date & Time', 'Booking Timeline'];
    for (const title of [...titles, 'Payment Breakdown']) {
      const { Vehicle: vehicle, ...facts } = readDescriptionList(details, title);
      expect(vehicle ?? 'Vehicle Info N/A').toBe('Vehicle Info N/A');
      expect(new Set(Object.values(facts)), title).toEqual(new Set(['N/A']));
    }
    expect(details.element().textContent).not.toMatch(/undefined|null|NaN|Invalid Date/);
    await expectAccessible();
  });

  it('[BOOK-12, BOOK-13] show the status of an accepted booking, and report amounts that do not add up', async () => {
    const details = await openDetails(accepted);
    for (const text of ['In Progress', 'Accepted', 'Payment Failed'])
      await expect.element(details.getByText(text, { exact: true }).first()).toBeVisible();
    await expect.element(details.getByText(/waiting/)).not.toBeInTheDocument();
    const note = 'The parts add up to ₹4,997, but the total is ₹4,517';
    await expect.element(details.getByText(note, { exact: true })).toBeVisible();
  });

  it('[BOOK-12] show how long a pending booking has been pending', async () => {
    const createdAt = new Date(Date.now() - 12 * 60_000 - 5_000).toISOString();
    const details = await openDetails(aBooking({ createdAt }));
    await expect.element(details.getByText('Pending', { exact: true })).toBeVisible();
    await expect.element(details.getByText(/^waiting 1[23] min$/)).toBeVisible();
  });

  it('[BOOK-08, FMT-06] fill a narrow phone, also with long values, and can be closed', async () => {
    const wide = aBooking({
      customer: refTo(aUserWithLongValues()),
      status: `awaiting-${'parts'.repeat(18)}` as Booking['status'],
      services: [{ name: 'x'.repeat(200), pricePaise: 99_999_999_900 }],
      amounts: { totalPaise: 99_999_999_900, paidPaise: 1, duePaise: 1, discountPaise: 1 },
    });
    const details = await openDetails(wide, { width: 320, height: 640, theme: 'dark' });
    await expectAccessible();
    const { x, y, width, height } = details.element().getBoundingClientRect();
    expect({ x, y, width, height }).toEqual({
      x: 0,
      y: 0,
      width: document.body.getBoundingClientRect().width,
      height: 640,
    });
    expect(details.element().scrollWidth).toBe(details.element().clientWidth);
    await details.getByRole('button', { name: 'Close' }).click();
    await expect.element(details).not.toBeInTheDocument();
  });
});

describe('a booking that is not on the current page', () => {
  it('[BOOK-08, NAV-09] is requested by its id', async () => {
    await openScreen(`/bookings?booking=${services.id}`, [
      inSequence(respondWithRows(listBookings, emergency), respondWithRows(listBookings, services)),
      respondWithRows(listPayments),
      ...OTHERS,
    ]);
    await expect.element(dialog.getByRole('region', { name: 'Customer Information' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText('page 1 of 1', { exact: true })).toBeVisible();
  });

  it('[ERR-03, BOOK-08] shows its failure in the dialog, is requested again there, and is reported as missing', async () => {
    const list = inSequence(
      respondWithRows(listBookings, emergency),
      respondWithStatus(listBookings, 404),
      respondWithRows(listBookings),
    );
    await openScreen(`/bookings?booking=${'f'.repeat(24)}`, [list, ...OTHERS, respondWithRows(listPayments)]);
    await expect.element(dialog.getByText(FIXED)).toBeVisible();
    await dialog.getByRole('button', { name: 'Try Again' }).click();
    await expect.element(dialog.getByText(/^There is no booking with this id/)).toBeVisible();
    await expectAccessible();
  });
});

describe('opening and closing the details', () => {
  const view = button(`View details of booking ${emergency.id.slice(-6)}`);
  const openList = (more: MockResponse[] = []) =>
    openScreen('/bookings', [
      respondWithRows(listBookings, emergency, services),
      respondWithRows(listPayments),
      ...OTHERS,
      ...more,
    ]);

  it('[BOOK-04] a click anywhere on a row opens them, and so does Enter on its action, and Escape returns the focus', async () => {
    await openList();
    await page.getByRole('cell', { name: 'Emergency: Flat tyre' }).click();
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(view).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => dialog.query()?.contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(view).toHaveFocus();
  });

  it('[BOOK-04, BOOK-11] selected text or a link in a row does not open them', async () => {
    await openList([
      respondWithRows(listUsers),
      respondWithStatus(getUser, 404),
      respondWithStatus(getRecordCounts, 404),
    ]);
    const email = page.getByText('ravi.kumar@example.in');
    await expect.element(email).toBeVisible();
    getSelection()?.selectAllChildren(email.element());
    (email.element() as HTMLElement).click();
    await expect.element(dialog).not.toBeInTheDocument();
    getSelection()?.empty();
    await page.getByRole('link', { name: 'Ravi Kumar' }).click();
    await expect.poll(() => location.pathname).toBe('/users');
    await expect.element(dialog.getByText(/^No user has this id/)).toBeVisible();
  });
});
