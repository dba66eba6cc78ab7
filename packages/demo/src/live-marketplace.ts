import { type Booking, booking } from '@wayside/contract/bookings';
import type { Position } from '@wayside/contract/ingest';
import type { RefundOfSource } from '@wayside/contract/refunds';
import { type User, user } from '@wayside/contract/users';
import type { GeoPoint } from '@wayside/contract/wire/geo-point';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { priceOfEmergency } from './booking-price.ts';
import { pickProblem } from './demo-bookings.ts';
import { mobileNumber, personName, pointNear } from './names.ts';
import { type Random, recordIdAt } from './random.ts';

/** A mechanic of the live demo, with their location and the vehicle types that they serve. */
export interface LiveMechanic {
  readonly id: string;
  readonly place: GeoPoint;
  readonly vehicleTypes: readonly string[];
  /** Whether the mechanic had another open booking when the live demo started. */
  readonly isBusy: boolean;
}

/** Requests that the marketplace reads from the changes feed (ROAD-05). */
export type LiveRequest =
  | { readonly kind: 'assign'; readonly bookingId: string; readonly mechanicId: string }
  | { readonly kind: 'cancel'; readonly bookingId: string }
  | (Pick<RefundOfSource, 'paymentId' | 'amountPaise'> & { readonly kind: 'refund'; readonly refundId: string })
  | { readonly kind: 'cancel_refund'; readonly refundId: string };

/** Records that the marketplace sends, in the order of the collections. */
export interface LiveRecords {
  readonly users: readonly User[];
  readonly bookings: readonly Booking[];
  readonly positions: readonly Position[];
  readonly refunds: readonly RefundOfSource[];
}

export interface LiveCounts {
  emergencies: number;
  answered: number;
  late: number;
  otherMechanic: number;
  unanswered: number;
  completed: number;
  cancelled: number;
  refunded: number;
}

interface Change {
  readonly atMs: number;
  readonly status: 'accepted' | 'arrived' | 'completed' | 'cancelled';
  readonly mechanicId: string | null;
}

interface OpenEmergency {
  booking: Booking;
  /** The next change, unless the desk requests something else. */
  next: Change | null;
}

interface Trip {
  readonly from: GeoPoint;
  readonly to: GeoPoint;
  readonly startMs: number;
  readonly endMs: number;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const PERIOD_MS = { emergencies: MINUTE_MS, moving: 5 * SECOND_MS, everybody: 2 * MINUTE_MS };
const UNANSWERED_SHARE = 0.1;
const LATE_SHARE = 0.1;
const OTHER_MECHANIC_SHARE = 0.08;
const CANCELLED_SHARE = 0.04;
const FAILED_REFUND_SHARE = 0.1;
const VEHICLE_TYPES = ['bike', 'car', 'car', 'truck'] as const;
const METRES_PER_SECOND = 12;
const METRES_PER_DEGREE = 111_195;

/** An approximation that is accurate enough within a city. */
const metresBetween = (one: GeoPoint, other: GeoPoint): number =>
  Math.hypot(
    one.latitude - other.latitude,
    (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180),
  ) * METRES_PER_DEGREE;

/**
 * A simulated marketplace (ROAD-04, ROAD-05). Emergencies arrive. It responds to requests from the desk, sometimes
 * late, with another mechanic or never. Mechanics drive to the customer. It does no I/O; `step` returns the records
 * to send.
 */
export class LiveMarketplace {
  readonly counts: LiveCounts = {
    ...{
      emergencies: 0,
      answered: 0,
      late: 0,
      otherMechanic: 0,
      unanswered: 0,
      completed: 0,
      cancelled: 0,
      refunded: 0,
    },
  };
  readonly #random: Random;
  readonly #pace: number;
  readonly #mechanics: readonly LiveMechanic[];
  readonly #places: Map<string, GeoPoint>;
  readonly #trips = new Map<string, Trip>();
  readonly #open = new Map<string, OpenEmergency>();
  /** The results of requested refunds, by the id of the request. */
  readonly #refunds = new Map<string, { readonly atMs: number; readonly record: RefundOfSource }>();
  readonly #due = { emergencies: 0, moving: 0, everybody: 0 };
  #made = 0;

  /**
   * @param open emergencies that are already open
   * @param pace the speed relative to real time
   */
  constructor(
    mechanics: readonly LiveMechanic[],
    open: readonly Booking[],
    { random, pace, nowMs }: { readonly random: Random; readonly pace: number; readonly nowMs: number },
  ) {
    this.#random = random;
    this.#pace = pace;
    this.#mechanics = mechanics;
    this.#places = new Map(mechanics.map(({ id, place }) => [id, place]));
    for (const each of open) this.#open.set(each.id, { booking: each, next: this.#onItsOwn(each, nowMs) });
  }

  /** Advances to a time, handles the desk's requests, and returns the changed records. */
  step(nowMs: number, requests: readonly LiveRequest[]): LiveRecords {
    for (const request of requests) this.#take(request, nowMs);
    const changed = [...this.#open.values()].flatMap((each) => this.#change(each, nowMs));
    const come = this.#isDue('emergencies', nowMs) ? [this.#receive(nowMs)] : [];
    return {
      users: come.map(({ customer }) => customer),
      bookings: [...changed, ...come.map(({ emergency }) => emergency)],
      positions: this.#positions(nowMs),
      refunds: this.#refund(nowMs),
    };
  }

  /** Checks whether a period has ended and starts the next one. The period between emergencies varies. */
  #isDue(what: keyof typeof PERIOD_MS, nowMs: number): boolean {
    if (nowMs < this.#due[what]) return false;
    const varied = what === 'emergencies' ? 0.4 + 1.2 * this.#random.next() : 1;
    this.#due[what] = nowMs + this.#scaled(PERIOD_MS[what] * varied);
    return true;
  }

  #scaled(ms: number): number {
    return ms / this.#pace;
  }

  #in(nowMs: number, leastSeconds: number, mostSeconds: number): number {
    return nowMs + this.#scaled(this.#random.between(leastSeconds * 10, mostSeconds * 10) * 100);
  }

  #receive(nowMs: number): { customer: User; emergency: Booking } {
    const random = this.#random;
    const createdAt = new Date(nowMs).toISOString();
    const { name } = personName(random, 0.4);
    // The emergency is near an available mechanic if there is one.
    const atWork = new Set([...this.#open.values()].map((each) => each.booking.mechanic?.id));
    const free = this.#mechanics.filter(({ id, isBusy }) => !isBusy && !atWork.has(id));
    const nearbyMechanic = random.pick(free.length > 0 ? free : this.#mechanics);
    const vehicleTypes = [
      random.pick(nearbyMechanic.vehicleTypes.length > 0 ? nearbyMechanic.vehicleTypes : VEHICLE_TYPES),
    ];
    const customer = completeRecord(user, {
      ...{ id: recordIdAt(nowMs, random, this.#made), name, phone: mobileNumber(random), vehicleTypes },
      ...{ isBlocked: false, createdAt },
    });
    this.#made += 1;
    const price = priceOfEmergency(random);
    const emergency = completeRecord(booking, {
      ...{ id: recordIdAt(nowMs, random, this.#made), kind: 'emergency', status: 'pending', services: [] },
      ...{ problem: pickProblem(random), createdAt, updatedAt: createdAt },
      location: pointNear(this.#places.get(nearbyMechanic.id) ?? nearbyMechanic.place, random, 0.05),
      customer: { id: customer.id, name: null, phone: null, email: null },
      amounts: {
        totalPaise: price.totalPaise,
        discountPaise: price.discountPaise,
        paidPaise: null,
        duePaise: null,
      },
      emergencyCharges: price.charges,
    });
    this.#made += 1;
    this.counts.emergencies += 1;
    this.#open.set(emergency.id, { booking: emergency, next: this.#onItsOwn(emergency, nowMs) });
    return { customer, emergency };
  }

  /**
   * Plans the next change that happens without a request from the desk: the marketplace sends a mechanic, or the
   * customer cancels.
   */
  #onItsOwn({ status, mechanic, location }: Booking, nowMs: number): Change {
    const mechanicId = mechanic?.id ?? null;
    if (status === 'accepted' && mechanicId !== null) return this.#drive(mechanicId, location, nowMs);
    if (status === 'arrived') return { atMs: this.#in(nowMs, 240, 600), status: 'completed', mechanicId };
    const atMs = this.#in(nowMs, 480, 900);
    return this.#random.chance(0.4)
      ? { atMs, status: 'cancelled', mechanicId }
      : { atMs, status: 'accepted', mechanicId: this.#nearest(location, null) };
  }

  #take(request: LiveRequest, nowMs: number): void {
    if (request.kind === 'refund') this.#takeRefund(request, nowMs);
    else if (request.kind === 'cancel_refund') this.#refunds.delete(request.refundId);
    else this.#takeOfDesk(request, nowMs);
  }

  /**
   * Schedules the result of a requested refund. Most refunds succeed within seconds, some fail, and some get no
   * response (REFD-01).
   */
  #takeRefund(
    { paymentId, refundId, amountPaise }: Extract<LiveRequest, { readonly kind: 'refund' }>,
    nowMs: number,
  ): void {
    const random = this.#random;
    if (random.chance(UNANSWERED_SHARE)) return;
    const id = recordIdAt(nowMs, random, this.#made);
    this.#made += 1;
    const atMs = this.#in(nowMs, 4, 12);
    const status = random.chance(FAILED_REFUND_SHARE) ? 'failed' : 'confirmed';
    const refundedAt = new Date(atMs).toISOString();
    this.#refunds.set(refundId, { atMs, record: { id, paymentId, refundId, amountPaise, status, refundedAt } });
  }

  #refund(nowMs: number): RefundOfSource[] {
    const due = [...this.#refunds.values()].filter(({ atMs }) => atMs <= nowMs);
    for (const { record } of due) {
      if (record.refundId !== null) this.#refunds.delete(record.refundId);
      if (record.status === 'confirmed') this.counts.refunded += 1;
    }
    return due.map(({ record }) => record);
  }

  #takeOfDesk(request: Extract<LiveRequest, { readonly bookingId: string }>, nowMs: number): void {
    const found = this.#open.get(request.bookingId);
    if (found === undefined) return;
    const random = this.#random;
    if (random.chance(UNANSWERED_SHARE)) {
      this.counts.unanswered += 1;
      return;
    }
    const isLate = random.chance(LATE_SHARE);
    if (isLate) this.counts.late += 1;
    else this.counts.answered += 1;
    const atMs = isLate ? this.#in(nowMs, 65, 130) : this.#in(nowMs, 2, 8);
    if (request.kind === 'cancel' || random.chance(CANCELLED_SHARE)) {
      found.next = { atMs, status: 'cancelled', mechanicId: found.booking.mechanic?.id ?? null };
      return;
    }
    const isOther = random.chance(OTHER_MECHANIC_SHARE);
    if (isOther) this.counts.otherMechanic += 1;
    const mechanicId = isOther ? this.#nearest(found.booking.location, request.mechanicId) : request.mechanicId;
    found.next = { atMs, status: 'accepted', mechanicId };
  }

  /** Applies the next change of an emergency when its time has come, and returns the changed booking. */
  #change(open: OpenEmergency, nowMs: number): Booking[] {
    const { booking: before, next } = open;
    if (next === null || next.atMs > nowMs) return [];
    const { status, mechanicId } = next;
    open.booking = {
      ...before,
      status,
      mechanic: mechanicId === null ? null : { id: mechanicId, name: null, phone: null, email: null },
      updatedAt: new Date(nowMs).toISOString(),
    };
    const hasEnded = status === 'completed' || status === 'cancelled';
    if (hasEnded) {
      this.counts[status] += 1;
      this.#open.delete(before.id);
    } else open.next = this.#onItsOwn(open.booking, nowMs);
    if (mechanicId !== null && status !== 'accepted') this.#arrive(mechanicId, status === 'cancelled', nowMs);
    return [open.booking];
  }

  #drive(mechanicId: string, location: GeoPoint | null, nowMs: number): Change {
    const from = this.#places.get(mechanicId);
    const to = location ?? from;
    const seconds = from && to ? metresBetween(from, to) / METRES_PER_SECOND : 600;
    const endMs = nowMs + this.#scaled(Math.min(1800, Math.max(120, seconds)) * SECOND_MS);
    if (from && to) this.#trips.set(mechanicId, { from, to, startMs: nowMs, endMs });
    return { atMs: endMs, status: 'arrived', mechanicId };
  }

  /** Ends a trip at its destination, or at the current position if it is given up. */
  #arrive(mechanicId: string, isGivenUp: boolean, nowMs: number): void {
    const trip = this.#trips.get(mechanicId);
    if (trip === undefined) return;
    this.#places.set(mechanicId, isGivenUp ? positionOnTrip(trip, nowMs) : trip.to);
    this.#trips.delete(mechanicId);
  }

  /** Returns the nearest available mechanic who is not already on a job; null if there is none. */
  #nearest(location: GeoPoint | null, except: string | null): string | null {
    let best: { id: string; metres: number } | null = null;
    for (const [id, place] of this.#places) {
      if (id === except || this.#trips.has(id)) continue;
      const metres = location === null ? 0 : metresBetween(place, location);
      if (best === null || metres < best.metres) best = { id, metres };
    }
    return best?.id ?? null;
  }

  /** Returns positions. Driving mechanics send theirs every few seconds, the others less often. */
  #positions(nowMs: number): Position[] {
    const isEverybody = this.#isDue('everybody', nowMs);
    if (!this.#isDue('moving', nowMs) && !isEverybody) return [];
    const at = new Date(nowMs).toISOString();
    return [...this.#places].flatMap(([mechanicId, place]) => {
      const trip = this.#trips.get(mechanicId);
      if (trip === undefined && !isEverybody) return [];
      return [{ mechanicId, ...(trip === undefined ? place : positionOnTrip(trip, nowMs)), at }];
    });
  }
}

function positionOnTrip({ from, to, startMs, endMs }: Trip, nowMs: number): GeoPoint {
  const share = Math.min(1, Math.max(0, (nowMs - startMs) / Math.max(1, endMs - startMs)));
  const between = (one: number, other: number) => Number((one + (other - one) * share).toFixed(6));
  return {
    latitude: between(from.latitude, to.latitude),
    longitude: between(from.longitude, to.longitude),
  };
}
