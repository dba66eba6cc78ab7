import { type Booking, type BookingCharges, booking } from '@wayside/contract/bookings';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { newRecordId } from './record-id.ts';

/** Creates the components of a price, in paise. */
export function someCharges(overrides: Partial<BookingCharges> = {}): BookingCharges {
  return {
    platformFeePaise: 4_900,
    mechanicChargePaise: 30_000,
    serviceCostPaise: 79_900,
    pricePerKmPaise: 1_200,
    additionalServiceCostPaise: 23_800,
    ...overrides,
  };
}

/** Creates a booking of one service with consistent amounts, partly paid, without a customer or a mechanic. */
export function aBooking(overrides: Partial<Booking> = {}): Booking {
  return completeRecord(booking, {
    id: newRecordId(),
    kind: 'services',
    status: 'pending',
    paymentStatus: 'paid',
    services: [{ name: 'Oil change', pricePaise: 79_900 }],
    scheduledAt: '2026-03-06T05:15:00.000Z',
    createdAt: '2026-03-05T04:30:00.000Z',
    updatedAt: '2026-03-05T09:00:00.000Z',
    location: { latitude: 19.076, longitude: 72.87771 },
    amounts: { totalPaise: 129_800, paidPaise: 50_000, duePaise: 79_800, discountPaise: 10_000 },
    serviceCharges: someCharges(),
    ...overrides,
  });
}

/** Creates an emergency. */
export function anEmergency(overrides: Partial<Booking> = {}): Booking {
  return aBooking({
    kind: 'emergency',
    services: [],
    problem: 'Flat tyre near the toll plaza',
    serviceCharges: null,
    emergencyCharges: someCharges(),
    ...overrides,
  });
}

/** Creates a booking that has only an id. */
export function anEmptyBooking(overrides: Partial<Booking> = {}): Booking {
  return aBooking({
    kind: null,
    status: null,
    paymentStatus: null,
    services: [],
    scheduledAt: null,
    createdAt: null,
    updatedAt: null,
    location: null,
    amounts: null,
    serviceCharges: null,
    ...overrides,
  });
}

/** Creates the given number of bookings, each a minute older than the previous one. */
export function manyBookings(count: number, overrides: Partial<Booking> = {}): Booking[] {
  const newest = Date.parse('2026-03-04T12:00:00.000Z');
  return Array.from({ length: count }, (_, index) =>
    aBooking({ createdAt: new Date(newest - index * 60_000).toISOString(), ...overrides }),
  );
}
