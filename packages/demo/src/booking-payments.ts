import type { Booking } from '@wayside/contract/bookings';
import { type Payment, payment } from '@wayside/contract/payments';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { pictureAt, RECEIPTS } from './demo-pictures.ts';
import type { DemoPlan } from './demo-plan.ts';
import { byWeight, Random, recordIdAt, type Weighted } from './random.ts';

/** The maximum number of payments per booking. Each booking reserves this many payment ids. */
export const PAYMENTS_PER_BOOKING = 3;

const METHODS: Weighted<string> = byWeight({ upi: 42, online: 22, cash: 27, card: 9 });
const CASH_METHODS: Weighted<string> = byWeight({ cash: 88, upi: 12 });
/** The ways in which finished work is paid. A booking has 1.25 payments on average (OPER-08). */
const COURSES = byWeight({ full: 56, 'two parts': 25, 'second try': 8, part: 6, pending: 3, failed: 2 });

const isDone = (status: string): boolean =>
  status === 'completed' || status === 'user_confirmed' || status === 'rating_given';

/** A payment of a booking before it becomes a record. */
interface Draft {
  readonly status: string;
  readonly amountPaise: number;
  readonly type: string;
  readonly afterHours: number;
}

/** The payment status of a booking, the paid amount and the payments. */
interface PaymentPlan {
  readonly paymentStatus: string;
  readonly paidPaise: number;
  readonly drafts: readonly Draft[];
}

const none = (paymentStatus: string): PaymentPlan => ({ paymentStatus, paidPaise: 0, drafts: [] });

function single(status: string, amountPaise: number, afterHours: number, isPaid: boolean): PaymentPlan {
  const drafts = [{ status, amountPaise, type: 'full payment', afterHours }];
  return { paymentStatus: status, paidPaise: isPaid ? amountPaise : 0, drafts };
}

function planTwoPartPayment(total: number, doneHours: number, random: Random, isComplete: boolean): PaymentPlan {
  const advance = Math.floor((total * random.pick([20, 25, 50])) / 10_000) * 100;
  const drafts = [
    { status: 'paid', amountPaise: advance, type: 'advance', afterHours: 0.1 },
    {
      status: isComplete ? 'paid' : 'pending',
      amountPaise: total - advance,
      type: 'balance',
      afterHours: doneHours,
    },
  ];
  return { paymentStatus: isComplete ? 'paid' : 'pending', paidPaise: isComplete ? total : advance, drafts };
}

function afterFailure(total: number, doneHours: number): PaymentPlan {
  const drafts = [
    { status: 'failed', amountPaise: total, type: 'full payment', afterHours: doneHours },
    { status: 'paid', amountPaise: total, type: 'full payment', afterHours: doneHours + 0.1 },
  ];
  return { paymentStatus: 'paid', paidPaise: total, drafts };
}

/** Plans the payments of a booking by its status. `doneHours` is the age of the booking when its work was done. */
function planPayments(status: string, total: number, doneHours: number, random: Random): PaymentPlan {
  if (isDone(status)) {
    const course = random.weighted(COURSES);
    if (course === 'two parts' || course === 'part')
      return planTwoPartPayment(total, doneHours, random, course === 'two parts');
    if (course === 'second try') return afterFailure(total, doneHours);
    return single(course === 'full' ? 'paid' : course, total, doneHours, course === 'full');
  }
  if (status === 'cancelled') {
    if (random.chance(0.55)) return none('pending');
    return random.chance(0.6) ? single('refunded', total, 0.1, true) : single('failed', total, 0.1, false);
  }
  if (random.chance(0.25)) return single('paid', total, 0.1, true);
  return random.chance(0.45) ? single('pending', total, 0.1, false) : none('pending');
}

/**
 * Adds payments to a booking whose `amounts` contain the total and the discount.
 * @returns the booking with its paid and due amounts, and the payments
 */
export function payBooking(
  plan: DemoPlan,
  booking: Booking,
  index: number,
  isCashShop: boolean,
): { booking: Booking; payments: Payment[] } {
  const random = new Random(plan.seed, 'payments', index);
  const nowMs = plan.timeline.endMs;
  const createdAtMs = Date.parse(booking.createdAt ?? new Date(nowMs).toISOString());
  const dueMs = booking.scheduledAt === null ? createdAtMs : Date.parse(booking.scheduledAt);
  const total = booking.amounts?.totalPaise ?? 0;
  const doneHours = (dueMs - createdAtMs) / 3_600_000 + 0.5 + random.next() * 2;
  const { paymentStatus, paidPaise, drafts } = planPayments(booking.status ?? 'pending', total, doneHours, random);
  const amounts = {
    totalPaise: total,
    discountPaise: booking.amounts?.discountPaise ?? 0,
    paidPaise,
    duePaise: total - paidPaise,
  };
  const payments = drafts.map(({ status, amountPaise, type, afterHours }, place): Payment => {
    const method = random.weighted(isCashShop ? CASH_METHODS : METHODS);
    const madeMs = Math.min(nowMs, Math.floor(createdAtMs + afterHours * 3_600_000));
    const isTransacted = status === 'paid' || status === 'refunded' || random.chance(0.3);
    const hasScreenshot = (method === 'upi' || method === 'online') && random.chance(0.08);
    return completeRecord(payment, {
      id: recordIdAt(madeMs, random, index * PAYMENTS_PER_BOOKING + place),
      booking: { id: booking.id },
      amountPaise,
      method,
      status,
      type,
      transactedAt: isTransacted ? new Date(Math.min(nowMs, madeMs + 45_000)).toISOString() : null,
      createdAt: new Date(madeMs).toISOString(),
      screenshot: hasScreenshot ? pictureAt(RECEIPTS, index) : null,
      customer: booking.customer,
      mechanic: booking.mechanic,
      amounts,
    });
  });
  return { booking: { ...booking, paymentStatus, amounts }, payments };
}
