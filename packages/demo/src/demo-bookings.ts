import { type Booking, booking } from '@wayside/contract/bookings';
import type { Payment } from '@wayside/contract/payments';
import type { PersonRef } from '@wayside/contract/wire/person-ref';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { payBooking } from './booking-payments.ts';
import { priceOfEmergency, priceOfServices, totalOf } from './booking-price.ts';
import { isCashShop, type MechanicPool, type PooledMechanic } from './demo-mechanics.ts';
import { countJoined, DAY_MS, type DemoPlan, HOUR_MS, IST_MS, MINUTE_MS } from './demo-plan.ts';
import { userRef } from './demo-users.ts';
import { pickCity, pointNear } from './names.ts';
import { byWeight, Random, recordIdAt, type Weighted } from './random.ts';

const person = (id: string): PersonRef => ({ id, name: null, phone: null, email: null });

/** The ids of people whom bookings reference although no such record exists, as after a partial import. */
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

/** Sets a status of completed work, which cannot be scheduled for tomorrow. */
function finished(booking: Booking, status: string): Booking {
  return { ...booking, status, scheduledAt: booking.createdAt };
}

/**
 * Creates the booking with the largest amount and the most services. It is unpaid, so that it does not distort the
 * charts.
 */
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

/** Edge cases for the screens. They are applied to every fourth of the newest bookings before payment. */
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

export function asEdgeCase(booking: Booking, placeFromEnd: number): Booking {
  if (placeFromEnd % EVERY !== EVERY - 1) return booking;
  return EDGE_CASES[Math.floor(placeFromEnd / EVERY)]?.(booking) ?? booking;
}

/** The statuses of bookings by the hours since their scheduled time. */
const STATUSES_BY_AGE: readonly (readonly [untilHours: number, Weighted<string>])[] = [
  [0, byWeight({ pending: 45, accepted: 47, cancelled: 8 })],
  [2, byWeight({ accepted: 30, arrived: 40, completed: 15, pending: 10, cancelled: 5 })],
  [24, byWeight({ completed: 50, user_confirmed: 20, rating_given: 12, cancelled: 10, arrived: 4, pending: 4 })],
];
const OLD_STATUSES = byWeight({
  ...{ rating_given: 42, completed: 29, user_confirmed: 14, cancelled: 12, pending: 2, accepted: 1 },
});

/** The statuses of old emergencies. No customer waits at the roadside for days. */
const OLD_EMERGENCIES = byWeight({ rating_given: 43, completed: 30, user_confirmed: 15, cancelled: 12 });

/** Returns the status of a booking from its kind and its scheduled time. */
function statusAt(kind: string, nowMs: number, dueMs: number, random: Random): string {
  const hours = (nowMs - dueMs) / HOUR_MS;
  if (kind === 'emergency' && hours >= 2) return random.weighted(OLD_EMERGENCIES);
  const [, statuses] = STATUSES_BY_AGE.find(([until]) => hours < until) ?? [];
  return random.weighted(statuses ?? OLD_STATUSES);
}

/**
 * Returns the time for which the work is scheduled: within the hour for an emergency, or else in a slot of the next
 * days. Null if it has no date.
 */
function pickScheduledTime(kind: string, createdAtMs: number, random: Random): number | null {
  if (random.chance(0.08)) return null;
  if (kind === 'emergency') return createdAtMs + random.between(15, 55) * 60_000;
  const midnight = Math.floor((createdAtMs + IST_MS) / DAY_MS) * DAY_MS - IST_MS;
  const slot = midnight + random.between(1, 5) * DAY_MS + random.between(18, 36) * (HOUR_MS / 2);
  return random.chance(0.25) ? createdAtMs + random.between(2, 6) * HOUR_MS : slot;
}

/** Returns a rating out of 5. Unrated bookings have null, or the 0 that some clients send. */
function ratingFor(status: string, random: Random): number | null {
  if (status !== 'rating_given') return random.chance(0.2) ? 0 : null;
  return random.weighted([
    [5, 48],
    [4, 28],
    [4.5, 4],
    [3, 11],
    [2, 5],
    [1, 4],
  ]);
}

const PROBLEMS = [
  'Flat tyre on the highway, no spare.',
  'Battery is dead, car does not start.',
  'Engine overheating, smoke from the bonnet.',
  'Chain came off near the flyover.',
  'Clutch plate gone, gears are not shifting.',
  'Ran out of petrol.',
  'Brake failure, parked on the left side.',
  'Keys locked inside the car.',
  'Accident, front bumper is touching the tyre.',
  'गाड़ी स्टार्ट नहीं हो रही है।',
  'Self start not working, kick also not working.',
  'Headlights went off at night.',
];

export const pickProblem = (random: Random): string => random.pick(PROBLEMS);

/** An emergency of the demo's last hour. */
interface RecentEmergency {
  readonly createdAtMs: number;
  readonly status: string;
  readonly changedAtMs: number;
}

/**
 * Emergencies of the last hour by the minutes since they were created and since their status changed. The desk shows
 * a few in each state (ROAD-01).
 */
const RECENT: readonly (readonly [status: string, cameAgo: number, changedAgo: number])[] = [
  ['pending', 0.4, 0.4],
  ['pending', 2, 2],
  ['accepted', 9, 6],
  ['accepted', 40, 36],
  ['arrived', 35, 4],
  ['completed', 80, 20],
  ['cancelled', 50, 45],
];

/** Returns a recent emergency for one of the newest bookings, excluding the edge cases; null for other bookings. */
function recentEmergency(placeFromEnd: number, nowMs: number): RecentEmergency | null {
  if (placeFromEnd % 4 !== 1) return null;
  const found = RECENT[Math.floor(placeFromEnd / 4)];
  if (found === undefined) return null;
  const [status, cameAgo, changedAgo] = found;
  return { status, createdAtMs: nowMs - cameAgo * MINUTE_MS, changedAtMs: nowMs - changedAgo * MINUTE_MS };
}

const EMERGENCY_SHARE = 0.28;
const NO_LOCATION_SHARE = 0.03;
/** The share of bookings that have a mechanic, by status; 1 for other statuses. */
const ASSIGNED_SHARES: Readonly<Record<string, number>> = { pending: 0.12, cancelled: 0.45 };

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** Returns a customer who had already joined; half of the time, a recent one is preferred. */
function customerOf(plan: DemoPlan, share: number, random: Random): Booking['customer'] {
  const known = Math.max(1, countJoined(share, { all: plan.users, early: plan.earlyUsers }));
  const recency = random.chance(0.5) ? random.next() : random.next() ** 3;
  return userRef(plan, known - 1 - Math.floor(recency * known));
}

function unpaidBooking(
  plan: DemoPlan,
  index: number,
  mechanicPool: MechanicPool,
): { booking: Booking; member: PooledMechanic | null } {
  const random = new Random(plan.seed, 'bookings', index);
  const share = (index + random.next()) / plan.bookings;
  const nowMs = plan.timeline.endMs;
  const recent = recentEmergency(plan.bookings - 1 - index, nowMs);
  const createdAtMs = recent?.createdAtMs ?? plan.timeline.at(share);
  const kind = random.chance(EMERGENCY_SHARE) || recent !== null ? 'emergency' : 'services';
  const scheduledMs = pickScheduledTime(kind, createdAtMs, random);
  const usual = statusAt(kind, nowMs, scheduledMs ?? createdAtMs, random);
  const status = recent?.status ?? usual;
  const member = random.chance(ASSIGNED_SHARES[status] ?? 1) ? mechanicPool.pick(createdAtMs, random) : null;
  const price = kind === 'emergency' ? priceOfEmergency(random) : priceOfServices(random);
  const changedMs = Math.max(createdAtMs, scheduledMs ?? createdAtMs) + random.between(1, 300) * 60_000;
  const made = completeRecord(booking, {
    id: recordIdAt(createdAtMs, random, index),
    kind,
    status,
    services: [...price.services],
    problem: kind === 'emergency' ? pickProblem(random) : null,
    scheduledAt: scheduledMs === null ? null : isoOf(scheduledMs),
    createdAt: isoOf(createdAtMs),
    updatedAt: isoOf(recent?.changedAtMs ?? (status === 'pending' ? createdAtMs : Math.min(nowMs, changedMs))),
    location: random.chance(NO_LOCATION_SHARE) ? null : pointNear(member?.base ?? pickCity(random), random, 0.06),
    rating: ratingFor(status, random),
    customer: customerOf(plan, share, random),
    mechanic: member?.ref ?? null,
    amounts: { totalPaise: price.totalPaise, discountPaise: price.discountPaise, paidPaise: null, duePaise: null },
    serviceCharges: kind === 'services' ? price.charges : null,
    emergencyCharges: kind === 'emergency' ? price.charges : null,
  });
  return { booking: asEdgeCase(made, plan.bookings - 1 - index), member };
}

/** Returns the booking at an index with its payments; index 0 is the oldest. */
export function demoBooking(
  plan: DemoPlan,
  index: number,
  mechanicPool: MechanicPool,
): { booking: Booking; payments: Payment[] } {
  const { booking, member } = unpaidBooking(plan, index, mechanicPool);
  if (booking.amounts === null) return { booking: { ...booking, paymentStatus: 'pending' }, payments: [] };
  return payBooking(plan, booking, index, isCashShop(member));
}

/** Returns a booking without a date, which is last in every list. */
export function undatedBooking(plan: DemoPlan, mechanicPool: MechanicPool): Booking {
  const { booking } = unpaidBooking(plan, 0, mechanicPool);
  const id = recordIdAt(plan.timeline.startMs, new Random(plan.seed, 'undated', 0), plan.bookings);
  return {
    ...booking,
    id,
    paymentStatus: 'pending',
    amounts: null,
    scheduledAt: null,
    createdAt: null,
    updatedAt: null,
  };
}
