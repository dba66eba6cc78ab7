import type { Booking } from '@wayside/contract/bookings';
import type { ConfigurationOfSource } from '@wayside/contract/configuration';
import type { Mechanic } from '@wayside/contract/mechanics';
import { NOTIFICATION_TYPES, type Notification, notification } from '@wayside/contract/notifications';
import type { Part } from '@wayside/contract/parts';
import { type Payment, payment } from '@wayside/contract/payments';
import { type Earning, earning, type Payout } from '@wayside/contract/payouts';
import type { Service } from '@wayside/contract/services';
import type { Slot } from '@wayside/contract/slots';
import type { SosService } from '@wayside/contract/sos-services';
import type { User } from '@wayside/contract/users';
import type { VehicleModel } from '@wayside/contract/vehicle-models';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { PAYMENTS_PER_BOOKING } from './booking-payments.ts';
import { demoBooking, undatedBooking } from './demo-bookings.ts';
import { demoCatalogue, demoConfiguration } from './demo-catalogue.ts';
import { DemoLedger } from './demo-ledger.ts';
import { demoMechanic, MechanicPool } from './demo-mechanics.ts';
import { BROKEN_PICTURE } from './demo-pictures.ts';
import { type DemoPlan, MINUTE_MS } from './demo-plan.ts';
import { demoUser, userRef } from './demo-users.ts';
import { Random, recordIdAt } from './random.ts';

/** Returns recent payments of every status without a booking, customer, mechanic, method or amount. */
function orphanPayments(plan: DemoPlan, mechanicPool: MechanicPool): Payment[] {
  const random = new Random(plan.seed, 'orphan payments', 0);
  const customer = userRef(plan, plan.earlyUsers - 1);
  const mechanic = mechanicPool.members[0]?.ref ?? null;
  const variations: readonly Partial<Payment>[] = [
    { customer: null, mechanic: null },
    { status: 'pending', customer: null, method: 'card', transactedAt: null },
    { status: 'failed', method: 'online' },
    { status: 'refunded', method: 'upi', type: 'refund' },
    { method: 'cash', mechanic: null, type: null },
    { screenshot: BROKEN_PICTURE },
    { method: null, transactedAt: null },
    { amountPaise: null, status: 'pending', transactedAt: null },
  ];
  return variations.map((variation, place) => {
    const madeMs = plan.timeline.endMs - (place * 7 + 1) * MINUTE_MS;
    const madeAt = new Date(madeMs).toISOString();
    return completeRecord(payment, {
      id: recordIdAt(madeMs, random, (plan.bookings + 1) * PAYMENTS_PER_BOOKING + place),
      amountPaise: random.between(200, 2500) * 50,
      method: 'upi',
      status: 'paid',
      type: 'full payment',
      transactedAt: madeAt,
      createdAt: madeAt,
      customer,
      mechanic,
      ...variation,
    });
  });
}

/** Returns earnings without a booking, such as an older system may leave behind. */
function orphanEarnings(plan: DemoPlan, mechanicPool: MechanicPool): Earning[] {
  return mechanicPool.members.slice(0, 3).flatMap(({ ref, index }): Earning[] => {
    if (ref.id === null) return [];
    const random = new Random(plan.seed, 'orphan earnings', index);
    const grossPaise = random.between(4, 30) * 10_000;
    const commissionPaise = Math.round(grossPaise / 10);
    return [
      completeRecord(earning, {
        id: recordIdAt(plan.timeline.startMs, random, index),
        mechanic: { id: ref.id },
        transactedAt: new Date(plan.timeline.startMs).toISOString(),
        method: 'online',
        grossPaise,
        commissionPaise,
        platformFeePaise: 0,
        netPaise: grossPaise - commissionPaise,
      }),
    ];
  });
}

const MESSAGES: Readonly<Record<(typeof NOTIFICATION_TYPES)[number], readonly string[]>> = {
  booking: ['A mechanic has accepted your booking.', 'Your mechanic has arrived.', 'Your booking is complete.'],
  promotion: ['Flat ₹150 off on car service this weekend!', 'Diwali offer: 12.5% off on all services 🎉'],
  payment: ['We have received your payment of ₹1,248.50.', 'Your payment could not be completed.'],
  reminder: ['Your vehicle is due for service this month.', 'Do not forget your appointment tomorrow at 10 AM.'],
  general: ['We now serve Kochi and Coimbatore.', 'Thank you for being with us.'],
  system: ['The app will be under maintenance on Sunday from 2 AM to 4 AM.'],
  all: ['Heavy rain is expected. Please drive carefully.', 'सुरक्षित चलें, हेलमेट पहनें।'],
  user: ['Your referral bonus has been added to your wallet.', 'Please rate your last service.'],
  mechanic: ['Please upload a clearer photo of your documents.', 'Your payout has been processed.'],
};

const LONG_MESSAGE = 'Dear customer, please note the changed opening hours of our partner workshops. '
  .repeat(12)
  .trim();
const MIN_NOTIFICATIONS = 45;
const MAX_NOTIFICATIONS = 5000;
const BOOKINGS_PER_NOTIFICATION = 25;

const notificationsOf = ({ bookings }: DemoPlan): number =>
  Math.min(MAX_NOTIFICATIONS, Math.max(MIN_NOTIFICATIONS, Math.round(bookings / BOOKINGS_PER_NOTIFICATION)));

/**
 * Returns the notification at an index within the demo period; the last one is the newest. The newest nine cover
 * every type.
 */
function demoNotification(plan: DemoPlan, mechanicPool: MechanicPool, recordIndex: number): Notification {
  const count = notificationsOf(plan);
  const random = new Random(plan.seed, 'notifications', recordIndex);
  const createdAtMs = plan.timeline.at((recordIndex + random.next()) / count);
  const type = NOTIFICATION_TYPES[recordIndex % NOTIFICATION_TYPES.length] ?? 'general';
  const createdAt = new Date(createdAtMs).toISOString();
  const member = random.pick(mechanicPool.members);
  return completeRecord(notification, {
    id: recordIdAt(createdAtMs, random, recordIndex),
    message: recordIndex === count - 4 ? LONG_MESSAGE : random.pick(MESSAGES[type]),
    type,
    user: type === 'user' ? { id: userRef(plan, random.between(0, plan.earlyUsers - 1)).id } : null,
    mechanic: type === 'mechanic' ? { id: member.ref.id } : null,
    createdAt,
    updatedAt: createdAt,
  });
}

export interface DemoRecords {
  readonly configs: ConfigurationOfSource[];
  readonly users: User[];
  readonly mechanics: Mechanic[];
  readonly companies: VehicleModel[];
  readonly slots: Slot[];
  readonly sosservices: SosService[];
  readonly services: Service[];
  readonly parts: Part[];
  readonly bookings: Booking[];
  readonly payments: Payment[];
  readonly earnings: Earning[];
  readonly payouts: Payout[];
  readonly notifications: Notification[];
}

/** A part of the demo records that fits in memory and in one statement. */
export type DemoBatch = Partial<DemoRecords>;

const BATCH = 1000;

function* inBatches<T>(count: number, make: (recordIndex: number) => T): Generator<T[]> {
  for (let from = 0; from < count; from += BATCH) {
    yield Array.from({ length: Math.min(BATCH, count - from) }, (_, place) => make(from + place));
  }
}

/**
 * Generates the demo in batches. Records reference only records of the same or earlier batches. The same plan always
 * produces the same records.
 */
export function* demoBatches(plan: DemoPlan): Generator<DemoBatch> {
  const { slots, vehicleModels, configuration } = demoConfiguration(plan);
  const { services, parts, sosServices } = demoCatalogue(plan);
  yield { configs: [configuration], companies: vehicleModels, slots, sosservices: sosServices, services, parts };
  for (const users of inBatches(plan.users, (place) => demoUser(plan, place))) yield { users };
  const mechanicPool = new MechanicPool();
  for (const hired of inBatches(plan.mechanics, (place) => ({ ...demoMechanic(plan, place), place }))) {
    for (const { mechanic, city, place } of hired) mechanicPool.add(mechanic, city, place);
    yield { mechanics: hired.map(({ mechanic }) => mechanic) };
  }
  yield* bookedBatches(plan, mechanicPool);
  const notify = (place: number) => demoNotification(plan, mechanicPool, place);
  for (const notifications of inBatches(notificationsOf(plan), notify)) yield { notifications };
}

function* bookedBatches(plan: DemoPlan, mechanicPool: MechanicPool): Generator<DemoBatch> {
  const ledger = new DemoLedger(plan);
  yield { bookings: [undatedBooking(plan, mechanicPool)], earnings: orphanEarnings(plan, mechanicPool) };
  for (const made of inBatches(plan.bookings, (index) => ({ ...demoBooking(plan, index, mechanicPool), index }))) {
    const booked = made.map(({ booking, payments, index }) => ledger.book(booking, payments, index));
    yield {
      bookings: made.map(({ booking }) => booking),
      payments: made.flatMap(({ payments }) => payments),
      earnings: booked.flatMap(({ earnings }) => earnings),
      payouts: booked.flatMap(({ payouts }) => payouts),
    };
  }
  yield { payments: orphanPayments(plan, mechanicPool), payouts: ledger.payRemaining(mechanicPool.members) };
}
