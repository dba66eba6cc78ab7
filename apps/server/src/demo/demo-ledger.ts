import type { Booking } from '@wayside/contract/bookings';
import { chargesOf } from '@wayside/contract/bookings';
import type { Payment } from '@wayside/contract/payments';
import type { Earning, Payout } from '@wayside/contract/payouts';
import { RATES } from './demo-master.ts';
import type { DemoPlan } from './demo-plan.ts';
import { Random, type Weighted } from './random.ts';
import { recordIdAt } from './record-ids.ts';

const DAY_MS = 86_400_000;
/** The commission of the first months, frozen into the earnings that are stated (PAYO-08). */
const EARLIER_COMMISSION_PERCENT = 12;
/** Until this share of the time has passed, some earnings are stated as an export would. */
const STATED_UNTIL = 0.3;
const STATED_SHARE = 0.1;
/** One mechanic in this many is paid to the last paisa, so that some balances are zero. */
const SETTLED_EVERY = 7;

const PAYOUT_METHODS: Weighted<string> = [
  ['bank_transfer', 72],
  ['online', 20],
  ['cash', 8],
];

/** What the platform owes each mechanic while the demo is made, so that no payout is above what was earned. */
export class DemoLedger {
  readonly #balances = new Map<string, number>();
  readonly #plan: DemoPlan;
  #payoutCount = 0;

  constructor(plan: DemoPlan) {
    this.#plan = plan;
  }

  /** Books a booking's payments by PAYO-08. Returns earnings that are stated and payouts that follow. */
  book(booking: Booking, payments: readonly Payment[], index: number): { earnings: Earning[]; payouts: Payout[] } {
    const mechanicId = booking.mechanic?.id ?? null;
    if (mechanicId === null || booking.status === 'cancelled') return { earnings: [], payouts: [] };
    const random = new Random(this.#plan.seed, 'ledger', index);
    const earnings: Earning[] = [];
    let feePaise = chargesOf(booking)?.platformFeePaise ?? RATES.platformFeePaise;
    let lastPaidMs = 0;
    for (const payment of payments.filter(({ status }) => status === 'paid')) {
      lastPaidMs = Math.max(lastPaidMs, Date.parse(payment.transactedAt ?? ''));
      const isStated = this.#isEarly(lastPaidMs) && random.chance(STATED_SHARE);
      const earning = earningOf(payment, mechanicId, feePaise, isStated, random, index);
      if (isStated) earnings.push(earning);
      this.#add(mechanicId, earning);
      feePaise = 0;
    }
    return { earnings, payouts: this.#dueNow(mechanicId, lastPaidMs, random) };
  }

  /** Pays some mechanics to the last paisa, at the very end. */
  settle(members: readonly { readonly ref: { readonly id: string | null }; readonly place: number }[]): Payout[] {
    return members
      .filter(({ place }) => place % SETTLED_EVERY === 0)
      .flatMap(({ ref, place }) => {
        const balance = this.#balances.get(ref.id ?? '') ?? 0;
        const random = new Random(this.#plan.seed, 'settlements', place);
        const paidMs = this.#plan.timeline.endMs - random.between(1, 600) * 60_000;
        return ref.id === null || balance <= 0 ? [] : [this.#pay(ref.id, balance, paidMs, random)];
      });
  }

  #isEarly(atMs: number): boolean {
    const { startMs, endMs } = this.#plan.timeline;
    return atMs < startMs + (endMs - startMs) * STATED_UNTIL;
  }

  #add(mechanicId: string, { method, netPaise, commissionPaise, platformFeePaise }: Earning): void {
    const owed = method === 'cash' ? -((commissionPaise ?? 0) + (platformFeePaise ?? 0)) : (netPaise ?? 0);
    this.#balances.set(mechanicId, (this.#balances.get(mechanicId) ?? 0) + owed);
  }

  /** A mechanic with enough to their credit is paid within days. */
  #dueNow(mechanicId: string, lastPaidMs: number, random: Random): Payout[] {
    const balance = this.#balances.get(mechanicId) ?? 0;
    const paidMs = lastPaidMs + random.between(10, 90) * (DAY_MS / 24);
    if (balance < random.between(3, 20) * 100_000 || paidMs > this.#plan.timeline.endMs) return [];
    const isRound = random.chance(0.3);
    return [this.#pay(mechanicId, isRound ? Math.floor(balance / 50_000) * 50_000 : balance, paidMs, random)];
  }

  #pay(mechanicId: string, amountPaise: number, paidMs: number, random: Random): Payout {
    this.#balances.set(mechanicId, (this.#balances.get(mechanicId) ?? 0) - amountPaise);
    this.#payoutCount += 1;
    return {
      id: recordIdAt(paidMs, random, this.#payoutCount),
      mechanic: { id: mechanicId },
      // The count makes it unique for ever, as a transaction id must be (LOYA-04).
      transactionId: `UTR${random.digits(8, '2')}${String(this.#payoutCount).padStart(7, '0')}`,
      amountPaise,
      method: random.weighted(PAYOUT_METHODS),
      paidAt: new Date(paidMs).toISOString(),
    };
  }
}

function earningOf(
  payment: Payment,
  mechanicId: string,
  feePaise: number,
  isStated: boolean,
  random: Random,
  index: number,
): Earning {
  const grossPaise = payment.amountPaise ?? 0;
  const percent = isStated ? EARLIER_COMMISSION_PERCENT : RATES.commissionPercent;
  const commissionPaise = Math.round((grossPaise * percent) / 100);
  return {
    id: recordIdAt(Date.parse(payment.transactedAt ?? ''), random, index),
    mechanic: { id: mechanicId },
    booking: payment.booking,
    payment: { id: payment.id },
    transactedAt: payment.transactedAt,
    method: payment.method,
    grossPaise,
    commissionPaise,
    platformFeePaise: feePaise,
    netPaise: grossPaise - commissionPaise - feePaise,
  };
}
