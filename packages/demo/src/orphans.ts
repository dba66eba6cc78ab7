import { type Payment, payment } from '@wayside/contract/payments';
import { type Earning, earning } from '@wayside/contract/payouts';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { PAYMENTS_PER_BOOKING } from './booking-payments.ts';
import { BROKEN_PICTURE } from './demo-picture.ts';
import type { DemoPlan } from './demo-plan.ts';
import { userRef } from './demo-users.ts';
import { MINUTE_MS } from './durations.ts';
import type { MechanicPool } from './mechanic-pool.ts';
import { Random, recordIdAt } from './random.ts';

/** Recent payments of every status that lack booking, customer, mechanic, method or amount. */
export function orphanPayments(plan: DemoPlan, mechanicPool: MechanicPool): Payment[] {
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

/** Earnings without a booking, as an older system may leave. */
export function orphanEarnings(plan: DemoPlan, mechanicPool: MechanicPool): Earning[] {
  return mechanicPool.members.slice(0, 3).flatMap(({ ref, place }): Earning[] => {
    if (ref.id === null) return [];
    const random = new Random(plan.seed, 'orphan earnings', place);
    const grossPaise = random.between(4, 30) * 10_000;
    const commissionPaise = Math.round(grossPaise / 10);
    return [
      completeRecord(earning, {
        id: recordIdAt(plan.timeline.startMs, random, place),
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
