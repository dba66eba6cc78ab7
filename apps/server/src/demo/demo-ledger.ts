import type { Booking } from '@wayside/contract/bookings';
import { chargesOf } from '@wayside/contract/bookings';
import type { Payment } from '@wayside/contract/payments';
import { type Earning, type Payout, payout } from '@wayside/contract/payouts';
import { completeRecord } from '@wayside/contract/wire/wire-object';
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

/** How one mechanic stands: what was earned and is not counted yet, what is owed by then, and when they are paid next. */
interface Account {
  readonly earned: { readonly ms: number; readonly owedPaise: number }[];
  owedPaise: number;
  due: { readonly ms: number; readonly random: Random } | null;
}

/**
 * What the platform owes each mechanic while the demo is made. A payment comes later than its booking, so a payout is
 * decided only when everything up to its moment is known: when a later booking of that mechanic is made, or at the end.
 * None is above what was owed at its time (PAYO-07).
 */
export class DemoLedger {
  readonly #accounts = new Map<string, Account>();
  readonly #plan: DemoPlan;
  #payoutCount = 0;

  constructor(plan: DemoPlan) {
    this.#plan = plan;
  }

  /** Books a booking's payments by PAYO-08. Returns earnings that are stated and payouts that were due before it. */
  book(booking: Booking, payments: readonly Payment[], index: number): { earnings: Earning[]; payouts: Payout[] } {
    const mechanicId = booking.mechanic?.id ?? null;
    if (mechanicId === null || booking.status === 'cancelled') return { earnings: [], payouts: [] };
    const random = new Random(this.#plan.seed, 'ledger', index);
    const account = this.#accountOf(mechanicId);
    const payouts = this.#payDue(mechanicId, account, Date.parse(booking.createdAt ?? ''));
    const earnings: Earning[] = [];
    let feePaise = chargesOf(booking)?.platformFeePaise ?? RATES.platformFeePaise;
    let lastPaidMs = 0;
    for (const payment of payments.filter(({ status }) => status === 'paid')) {
      lastPaidMs = Math.max(lastPaidMs, Date.parse(payment.transactedAt ?? ''));
      const isStated = this.#isEarly(lastPaidMs) && random.chance(STATED_SHARE);
      const earning = earningOf(payment, mechanicId, feePaise, isStated, random, index);
      if (isStated) earnings.push(earning);
      account.earned.push({ ms: Date.parse(payment.transactedAt ?? ''), owedPaise: owedFor(earning) });
      feePaise = 0;
    }
    // Whoever has earned is paid within days, when it is worth it.
    if (account.due === null && lastPaidMs > 0)
      account.due = { ms: lastPaidMs + random.between(10, 90) * (DAY_MS / 24), random };
    return { earnings, payouts };
  }

  /** Pays what is due until the end, and then some mechanics to the last paisa. */
  settle(members: readonly { readonly ref: { readonly id: string | null }; readonly place: number }[]): Payout[] {
    const { endMs } = this.#plan.timeline;
    return members.flatMap(({ ref, place }) => {
      const account = ref.id === null ? undefined : this.#accounts.get(ref.id);
      if (ref.id === null || account === undefined) return [];
      const payouts = this.#payDue(ref.id, account, endMs);
      if (place % SETTLED_EVERY !== 0) return payouts;
      const random = new Random(this.#plan.seed, 'settlements', place);
      const balance = owedAt(account, endMs);
      return balance > 0 ? [...payouts, this.#pay(ref.id, account, balance, endMs, random)] : payouts;
    });
  }

  #accountOf(mechanicId: string): Account {
    const account = this.#accounts.get(mechanicId) ?? { earned: [], owedPaise: 0, due: null };
    this.#accounts.set(mechanicId, account);
    return account;
  }

  #isEarly(atMs: number): boolean {
    const { startMs, endMs } = this.#plan.timeline;
    return atMs < startMs + (endMs - startMs) * STATED_UNTIL;
  }

  /** The payout that lies before a moment up to which everything is known; a small balance waits. */
  #payDue(mechanicId: string, account: Account, knownUntilMs: number): Payout[] {
    const { due } = account;
    if (due === null || due.ms >= knownUntilMs) return [];
    account.due = null;
    const balance = owedAt(account, due.ms);
    if (balance < due.random.between(3, 20) * 100_000) return [];
    const isRound = due.random.chance(0.3);
    const amount = isRound ? Math.floor(balance / 50_000) * 50_000 : balance;
    return [this.#pay(mechanicId, account, amount, due.ms, due.random)];
  }

  #pay(mechanicId: string, account: Account, amountPaise: number, paidMs: number, random: Random): Payout {
    account.owedPaise -= amountPaise;
    this.#payoutCount += 1;
    return completeRecord(payout, {
      id: recordIdAt(paidMs, random, this.#payoutCount),
      mechanic: { id: mechanicId },
      // The count makes it unique for ever, as a transaction id must be (LOYA-04).
      transactionId: `UTR${random.digits(8, '2')}${String(this.#payoutCount).padStart(7, '0')}`,
      amountPaise,
      method: random.weighted(PAYOUT_METHODS),
      paidAt: new Date(paidMs).toISOString(),
    });
  }
}

/** What is owed at a moment; what was earned by then is counted in and forgotten. */
function owedAt(account: Account, ms: number): number {
  const later = account.earned.filter((earned) => earned.ms > ms);
  for (const earned of account.earned) if (earned.ms <= ms) account.owedPaise += earned.owedPaise;
  account.earned.splice(0, account.earned.length, ...later);
  return account.owedPaise;
}

const owedFor = ({ method, netPaise, commissionPaise, platformFeePaise }: Earning): number =>
  method === 'cash' ? -((commissionPaise ?? 0) + (platformFeePaise ?? 0)) : (netPaise ?? 0);

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
