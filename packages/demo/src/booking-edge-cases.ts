import type { Booking } from '@wayside/contract/bookings';
import type { PersonRef } from '@wayside/contract/wire/person-ref';
import { totalOf } from './booking-price.ts';

const person = (id: string): PersonRef => ({ id, name: null, phone: null, email: null });

/** The ids of people whom bookings refer to without a record, as after a partial import. */
export const UNKNOWN_PEOPLE = { users: '5f00000000000000000000c1', mechanics: '5f00000000000000000000a1' } as const;

const UNKNOWN_CUSTOMER = person(UNKNOWN_PEOPLE.users);
const UNKNOWN_MECHANIC = person(UNKNOWN_PEOPLE.mechanics);

const LONG_PROBLEM = `${'The car stopped on the ghat section, smoke came from the bonnet and the brake pedal went soft. '.repeat(18)}Please send somebody with a tow truck & a torch, "quickly" <please>.`;

function withAmounts(booking: Booking, charges: NonNullable<Booking['serviceCharges']>): Booking {
  const discountPaise = booking.amounts?.discountPaise ?? 0;
  const totalPaise = totalOf(charges, discountPaise);
  return {
    ...booking,
    serviceCharges: charges,
    amounts: { totalPaise, discountPaise, paidPaise: null, duePaise: null },
  };
}

function asServices(booking: Booking): Booking {
  const charges = booking.serviceCharges ?? booking.emergencyCharges;
  return { ...booking, kind: 'services', problem: null, serviceCharges: charges, emergencyCharges: null };
}

function asEmergency(booking: Booking, problem: string | null): Booking {
  const charges = booking.serviceCharges ?? booking.emergencyCharges;
  return { ...booking, kind: 'emergency', problem, services: [], serviceCharges: null, emergencyCharges: charges };
}

/** Completed work cannot be due tomorrow. */
function finished(booking: Booking, status: string): Booking {
  return { ...booking, status, scheduledAt: booking.createdAt };
}

/** The largest amount and the longest list. It is unpaid, so that it does not distort the charts. */
function fleetOverhaul(booking: Booking): Booking {
  const services = Array.from({ length: 12 }, (_, place) => ({
    name: `Engine overhaul, vehicle ${place + 1}`,
    pricePaise: 12_345_050,
  }));
  return withAmounts(
    { ...asServices(booking), services, status: 'pending', mechanic: null },
    {
      platformFeePaise: 4900,
      mechanicChargePaise: 1_500_000,
      serviceCostPaise: 12 * 12_345_050,
      pricePerKmPaise: 0,
      additionalServiceCostPaise: 75,
    },
  );
}

/**
 * Edge cases for the screens, applied to every fourth of the newest bookings before payment. Null amounts stay null; every
 * other total is the sum of its charges.
 */
const EDGE_CASES: readonly ((booking: Booking) => Booking)[] = [
  (booking) => ({ ...booking, status: 'pending', mechanic: null }),
  (booking) => ({ ...booking, status: 'accepted' }),
  (booking) => ({ ...booking, status: 'arrived' }),
  (booking) => ({ ...finished(booking, 'completed'), rating: null }),
  (booking) => finished(booking, 'user_confirmed'),
  (booking) => ({ ...finished(booking, 'rating_given'), rating: 5 }),
  (booking) => ({ ...booking, status: 'cancelled', mechanic: null }),
  (booking) => ({ ...booking, status: 'on_hold' }),
  (booking) => ({ ...finished(booking, 'completed'), mechanic: null }),
  (booking) => ({ ...booking, customer: UNKNOWN_CUSTOMER }),
  (booking) => ({ ...booking, mechanic: UNKNOWN_MECHANIC }),
  (booking) => ({ ...booking, customer: null }),
  (booking) => ({ ...booking, scheduledAt: null }),
  (booking) => ({ ...finished(booking, 'rating_given'), rating: 0 }),
  (booking) => asEmergency(booking, LONG_PROBLEM),
  (booking) => asEmergency(booking, null),
  (booking) => ({ ...asServices(booking), services: [] }),
  (booking) => ({ ...asServices(booking), services: [{ name: null, pricePaise: null }] }),
  (booking) => ({ ...booking, location: null }),
  (booking) => ({ ...booking, amounts: null, serviceCharges: null, emergencyCharges: null }),
  fleetOverhaul,
];

const EVERY = 4;

/** Applies the edge case of a position, if there is one. */
export function asEdgeCase(booking: Booking, placeFromEnd: number): Booking {
  if (placeFromEnd % EVERY !== EVERY - 1) return booking;
  return EDGE_CASES[Math.floor(placeFromEnd / EVERY)]?.(booking) ?? booking;
}
