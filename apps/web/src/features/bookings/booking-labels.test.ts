import type { Booking } from '@wayside/contract/bookings';
import { expect, test } from 'vitest';
import {
  bookingTimestamp,
  formatPlace,
  paymentStatusLabel,
  serviceSummary,
  statusLabel,
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
  expect(statusLabel(status).label).toBe(label);
});

test('[BOOK-09] summarizes services with names and prices, or the emergency, or N/A', () => {
  const services = [
    { name: 'Oil change', pricePaise: 49900 },
    { name: null, pricePaise: null },
  ];
  expect(serviceSummary({ ...booking, services })).toBe('Oil change (₹499), N/A (N/A)');
  expect(serviceSummary({ ...booking, kind: 'emergency', problem: 'Flat tyre' })).toBe('Emergency: Flat tyre');
  expect(serviceSummary(booking)).toBe('N/A');
});

test('[BOOK-09] falls back to createdAt, and writes a location with the latitude first', () => {
  expect(bookingTimestamp(booking)).toBe(booking.createdAt);
  expect(bookingTimestamp({ ...booking, scheduledAt: '2026-12-01T10:00:00.000Z' })).toBe(
    '2026-12-01T10:00:00.000Z',
  );
  expect(formatPlace({ latitude: 19.076, longitude: 72.87771 })).toBe('19.0760, 72.8777');
  expect(formatPlace(null)).toBe('N/A');
});

test('[BOOK-10] shows every payment status but paid as a danger', () => {
  expect(paymentStatusLabel('paid')).toEqual({ label: 'Paid', tone: 'success' });
  expect(paymentStatusLabel('pending')).toEqual({ label: 'Pending', tone: 'danger' });
  expect(paymentStatusLabel(null)).toEqual({ label: 'N/A', tone: 'danger' });
});
