import { type Booking, booking } from '@wayside/contract/bookings';
import type { Payment } from '@wayside/contract/payments';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { asEdgeCase } from './booking-edge-cases.ts';
import { payBooking } from './booking-payments.ts';
import { priceOfEmergency, priceOfServices } from './booking-price.ts';
import { problemOf, ratingFor, statusAt, wantedAt } from './booking-progress.ts';
import { type DemoPlan, joinedBy } from './demo-plan.ts';
import { userRef } from './demo-users.ts';
import { isCashShop, type MechanicPool, type PooledMechanic } from './mechanic-pool.ts';
import { near, pickCity } from './places.ts';
import { Random, recordIdAt } from './random.ts';

/** An emergency of the demo's last hour. */
interface RecentEmergency {
  readonly createdAtMs: number;
  readonly status: string;
  /** When its status changed last. */
  readonly changedAtMs: number;
}

const MINUTE_MS = 60_000;

/** Minutes ago: when it came and when it became what it is. A desk has a handful of each (ROAD-01). */
const RECENT: readonly (readonly [status: string, cameAgo: number, changedAgo: number])[] = [
  ['pending', 0.4, 0.4],
  ['pending', 2, 2],
  ['accepted', 9, 6],
  ['accepted', 40, 36],
  ['arrived', 35, 4],
  ['completed', 80, 20],
  ['cancelled', 50, 45],
];

/** One of the newest bookings but for those that are edge cases, the newest first; null for the others. */
function recentEmergency(placeFromEnd: number, nowMs: number): RecentEmergency | null {
  if (placeFromEnd % 4 !== 1) return null;
  const found = RECENT[Math.floor(placeFromEnd / 4)];
  if (found === undefined) return null;
  const [status, cameAgo, changedAgo] = found;
  return { status, createdAtMs: nowMs - cameAgo * MINUTE_MS, changedAtMs: nowMs - changedAgo * MINUTE_MS };
}

const EMERGENCY_SHARE = 0.28;
const NO_LOCATION_SHARE = 0.03;
/** Share of bookings with a mechanic by status; 1 for other statuses. */
const ASSIGNED_SHARES: Readonly<Record<string, number>> = { pending: 0.12, cancelled: 0.45 };

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** A customer who had joined by then; every other time a recent one. */
function customerOf(plan: DemoPlan, share: number, random: Random): Booking['customer'] {
  const known = Math.max(1, joinedBy(share, { all: plan.users, early: plan.earlyUsers }));
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
  const wantedMs = wantedAt(kind, createdAtMs, random);
  const usual = statusAt(kind, nowMs, wantedMs ?? createdAtMs, random);
  const status = recent?.status ?? usual;
  const member = random.chance(ASSIGNED_SHARES[status] ?? 1) ? mechanicPool.pick(createdAtMs, random) : null;
  const price = kind === 'emergency' ? priceOfEmergency(random) : priceOfServices(random);
  const changedMs = Math.max(createdAtMs, wantedMs ?? createdAtMs) + random.between(1, 300) * 60_000;
  const made = completeRecord(booking, {
    id: recordIdAt(createdAtMs, random, index),
    kind,
    status,
    services: [...price.services],
    problem: kind === 'emergency' ? problemOf(random) : null,
    scheduledAt: wantedMs === null ? null : isoOf(wantedMs),
    createdAt: isoOf(createdAtMs),
    updatedAt: isoOf(recent?.changedAtMs ?? (status === 'pending' ? createdAtMs : Math.min(nowMs, changedMs))),
    location: random.chance(NO_LOCATION_SHARE) ? null : near(member?.base ?? pickCity(random), random, 0.06),
    rating: ratingFor(status, random),
    customer: customerOf(plan, share, random),
    mechanic: member?.ref ?? null,
    amounts: { totalPaise: price.totalPaise, discountPaise: price.discountPaise, paidPaise: null, duePaise: null },
    serviceCharges: kind === 'services' ? price.charges : null,
    emergencyCharges: kind === 'emergency' ? price.charges : null,
  });
  return { booking: asEdgeCase(made, plan.bookings - 1 - index), member };
}

/** The booking at an index, 0 is the oldest, with its payments. */
export function demoBooking(
  plan: DemoPlan,
  index: number,
  mechanicPool: MechanicPool,
): { booking: Booking; payments: Payment[] } {
  const { booking, member } = unpaidBooking(plan, index, mechanicPool);
  if (booking.amounts === null) return { booking: { ...booking, paymentStatus: 'pending' }, payments: [] };
  return payBooking(plan, booking, index, isCashShop(member));
}

/** A booking without a date, which comes last in every list. */
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
