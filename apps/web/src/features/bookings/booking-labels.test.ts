import type { Booking } from '@wayside/contract/bookings';
import { expect, test } from 'vitest';
import { t } from '../../languages/text.ts';
import {
  bookingTimestamp,
  breakdownIssues,
  formatLocation,
  paymentStatusLabel,
  serviceSummary,
  statusDetail,
  statusLabel,
  waitingText,
} from './booking-labels.ts';

const booking: Booking = {
  id: 'a'.repeat(24),
  kind: 'services',
  status: 'pending',
  paymentStatus: null,
  services: [],
  problem: null,
  scheduledAt: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: null,
  location: null,
  rating: null,
  customer: null,
  mechanic: null,
  amounts: null,
  serviceCharges: null,
  emergencyCharges: null,
  noteCount: null,
};

test.each([
  ['completed', 'Completed'],
  ['rating_given', 'Completed'],
  ['accepted', 'In Progress'],
  ['arrived', 'In Progress'],
  ['pending', 'Pending'],
  ['user_confirmed', 'User Confirmed'],
  ['cancelled', 'Cancelled'],
  ['on_hold', 'on_hold'],
  ['unknown:accepted', 'accepted'],
  ['constructor', 'constructor'],
  [null, 'N/A'],
])('[BOOK-05] shows the status %s as %s', (status, label) => {
  expect(t(statusLabel(status).label)).toBe(label);
});

test('[BOOK-09] a booking shows its services with names and prices, or the emergency, or N/A', () => {
  const services = [
    { name: 'Oil change', pricePaise: 49900 },
    { name: null, pricePaise: null },
  ];
  expect(serviceSummary({ ...booking, services })).toBe('Oil change (₹499), N/A (N/A)');
  expect(serviceSummary({ ...booking, kind: 'emergency', problem: 'Flat tyre' })).toBe('Emergency: Flat tyre');
  expect(serviceSummary(booking)).toBe('N/A');
});

test('[BOOK-09] a booking falls back to createdAt, and shows a location with the latitude first', () => {
  expect(bookingTimestamp(booking)).toBe(booking.createdAt);
  expect(bookingTimestamp({ ...booking, scheduledAt: '2026-12-01T10:00:00.000Z' })).toBe(
    '2026-12-01T10:00:00.000Z',
  );
  expect(formatLocation({ latitude: 19.076, longitude: 72.87771 })).toBe('19.0760, 72.8777');
  expect(formatLocation(null)).toBe('N/A');
});

test('[BOOK-10] every payment status except paid is shown in the danger colour', () => {
  const shown = ['paid', 'pending', null].map(paymentStatusLabel).map(({ label, tone }) => [t(label), tone]);
  expect(shown).toEqual([
    ['Paid', 'success'],
    ['Pending', 'danger'],
    ['N/A', 'neutral'],
  ]);
});

test.each([
  ['accepted', 'Accepted'],
  ['arrived', 'Arrived'],
  ['rating_given', 'Rating Given'],
  ['pending', null],
  ['completed', null],
  ['on_hold', null],
] as const)('[BOOK-12] the badge of %s excludes %s', (status, detail) => {
  expect(statusDetail(status as Booking['status'])).toBe(detail);
});

test.each([
  [30, 'waiting less than a minute'],
  [12 * 60, 'waiting 12 min'],
  [3600, 'waiting 1 h'],
  [26 * 3600 + 300, 'waiting 26 h 5 min'],
  [9 * 86_400, 'waiting 9 days'],
  [-5, null],
])('[BOOK-12] the waiting time of a pending booking after %i s: %s', (seconds, text) => {
  expect(waitingText(booking, Date.parse(booking.createdAt ?? '') + seconds * 1000)).toBe(text);
});

test('[BOOK-12] only a pending booking with a date shows a waiting time', () => {
  const now = Date.parse('2026-11-20T11:00:00.000Z');
  expect(waitingText({ ...booking, status: 'accepted' }, now)).toBeNull();
  expect(waitingText({ ...booking, createdAt: null }, now)).toBeNull();
});

test('[BOOK-13] amounts that do not add up are reported', () => {
  const serviceCharges = {
    platformFeePaise: 4_900,
    mechanicChargePaise: 30_000,
    serviceCostPaise: 464_800,
    pricePerKmPaise: null,
    additionalServiceCostPaise: 0,
  };
  const amounts = { totalPaise: 451_700, discountPaise: 0, paidPaise: 400_000, duePaise: 51_700 };
  expect(breakdownIssues({ ...booking, serviceCharges, amounts })).toEqual([
    'The parts add up to ₹4,997, but the total is ₹4,517',
  ]);
  expect(breakdownIssues({ ...booking, serviceCharges, amounts: { ...amounts, discountPaise: 48_000 } })).toEqual(
    [],
  );
  expect(breakdownIssues({ ...booking, amounts: { ...amounts, duePaise: 51_750 } })).toEqual([
    'Paid and due add up to ₹4,517.50, but the total is ₹4,517',
  ]);
  expect(breakdownIssues({ ...booking, serviceCharges, amounts: { ...amounts, totalPaise: null } })).toEqual([]);
  expect(breakdownIssues({ ...booking, serviceCharges })).toEqual([]);
});
