import type { RateHistory } from './rate-history.ts';

/** An entry of the ledger, or what it should be, in paise. */
export interface Amounts {
  readonly mechanicId: string;
  readonly flow: 'platform' | 'cash' | 'payout';
  readonly gross: number;
  readonly commission: number;
  readonly fee: number;
  readonly net: number;
  readonly paidOut: number;
}

/** A payment with what of its booking and of earnings rows decides what it earns, as the source has them. */
export interface PaymentDescription {
  readonly id: string;
  readonly bookingId: string | null;
  readonly mechanicId: string | null;
  readonly amountPaise: number | null;
  readonly method: string | null;
  readonly status: string | null;
  /** Its transaction date, else its creation; null without either. */
  readonly datedMs: number | null;
  /** By which its rates are chosen. */
  readonly ratedMs: number | null;
  readonly isStated: boolean;
  readonly booking: {
    readonly isFull: boolean;
    readonly isCancelled: boolean;
    readonly mechanicId: string | null;
    readonly feePaise: number | null;
    readonly isStated: boolean;
    readonly isFeeStated: boolean;
  } | null;
}

/** An earnings row with its payment, as the source has them (IMPO-05). */
export interface StatementDescription {
  readonly id: string;
  readonly mechanicId: string;
  readonly method: string | null;
  readonly grossPaise: number;
  readonly commissionPaise: number | null;
  readonly feePaise: number | null;
  readonly netPaise: number | null;
  readonly isRefunded: boolean;
}

const flowOf = (method: string | null) => (method === 'cash' ? 'cash' : 'platform');
const wasEverPaid = ({ status, amountPaise }: PaymentDescription) =>
  (status === 'paid' || status === 'refunded') && amountPaise !== null;

/**
 * What the payments of one booking, or one payment without a booking, earn (PAYO-08); null for one that earns nothing.
 * Written from docs/money.md and apart from the statement that posts, so that one finds the other's mistakes.
 */
export function expectedOf(payments: readonly PaymentDescription[], rates: RateHistory): (Amounts | null)[] {
  const bearer = payments.filter(wasEverPaid).toSorted(byDate)[0];
  return payments.map((payment) => {
    const { booking, bookingId, status, amountPaise, isStated } = payment;
    const mechanicId = payment.mechanicId ?? booking?.mechanicId ?? null;
    if (status !== 'paid' || amountPaise === null || mechanicId === null || isStated || booking?.isStated)
      return null;
    if (bookingId !== null && (!booking?.isFull || booking.isCancelled)) return null;
    const at = payment.ratedMs ?? Number.NEGATIVE_INFINITY;
    const commission = rates.commissionPaise(amountPaise, at);
    const isBearing = bookingId === null || (payment === bearer && !booking?.isFeeStated);
    const fee = isBearing ? (booking?.feePaise ?? rates.feePaise(at)) : 0;
    return {
      mechanicId,
      flow: flowOf(payment.method),
      gross: amountPaise,
      commission,
      fee,
      net: amountPaise - commission - fee,
      paidOut: 0,
    };
  });
}

function byDate(one: PaymentDescription, other: PaymentDescription): number {
  const [a, b] = [one.datedMs ?? Number.POSITIVE_INFINITY, other.datedMs ?? Number.POSITIVE_INFINITY];
  if (a !== b) return a - b;
  return one.id < other.id ? -1 : 1;
}

/** What an earnings row comes to; a figure that is missing follows from the others. */
export function expectedOfStatement(statement: StatementDescription): Amounts | null {
  const { mechanicId, grossPaise: gross, commissionPaise, netPaise, isRefunded } = statement;
  if (isRefunded) return null;
  const fee = statement.feePaise ?? 0;
  const commission = commissionPaise ?? (netPaise === null ? 0 : Math.max(0, gross - fee - netPaise));
  const net = netPaise ?? gross - commission - fee;
  return { mechanicId, flow: flowOf(statement.method), gross, commission, fee, net, paidOut: 0 };
}
