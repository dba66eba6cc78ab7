import { type Booking, chargesOf } from '@wayside/contract/bookings';
import type { Payment } from '@wayside/contract/payments';
import { type Earning, type Payout, payout } from '@wayside/contract/payouts';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { RATES } from './demo-catalogue.ts';
import { type DemoPlan, HOUR_MS } from './demo-plan.ts';
import { byWeight, Random, recordIdAt } from './random.ts';

/** The commission rate of the first months, stored in the imported earnings (PAYO-08). */
const EARLIER_COMMISSION_PERCENT = 12;
/** During this first share of the period, some earnings have amounts from an export. */
const IMPORTED_UNTIL = 0.3;
const IMPORTED_SHARE = 0.1;
/** One in this many mechanics is paid in full, so that some balances are zero. */
const PAID_IN_FULL_EVERY = 7;

const PAYOUT_METHODS = byWeight({ bank_transfer: 72, online: 20, cash: 8 });

/** The account of a mechanic: earnings that are not counted yet, the amount owed so far, and the next payout. */
interface Account {
  readonly earned: { readonly ms: number; readonly owedPaise: number }[];
  owedPaise: number;
  due: { readonly ms: number; readonly random: Random } | null;
}

/**
 * Tracks the amount that the platform owes each mechanic. A payout is calculated only when all earlier payments are
 * known, which is at a later booking of the mechanic or at the end. Therefore no payout exceeds the balance at its
 * time (PAYO-07).
 */
export class DemoLedger {
  readonly #accounts = new Map<string, Account>();
  readonly #plan: DemoPlan;
  #payoutCount = 0;

  constructor(plan: DemoPlan) {
    this.#plan = plan;
  }

  /** Adds the payments of a booking (PAYO-08). Returns its imported earnings and the payouts that fell before it. */
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
      const isImported = this.#isEarly(lastPaidMs) && random.chance(IMPORTED_SHARE);
      const earning = earningOf(payment, mechanicId, feePaise, isImported, random, index);
      if (isImported) earnings.push(earning);
      account.earned.push({ ms: Date.parse(payment.transactedAt ?? ''), owedPaise: owedFor(earning) });
      feePaise = 0;
    }
    // A mechanic is paid within days of an earning.
    if (account.due === null && lastPaidMs > 0)
      account.due = { ms: lastPaidMs + random.between(10, 90) * HOUR_MS, random };
    return { earnings, payouts };
  }

  /** Makes the remaining scheduled payouts and then pays some mechanics in full. */
  payRemaining(
    members: readonly { readonly ref: { readonly id: string | null }; readonly index: number }[],
  ): Payout[] {
    const { endMs } = this.#plan.timeline;
    return members.flatMap(({ ref, index }) => {
      const account = ref.id === null ? undefined : this.#accounts.get(ref.id);
      if (ref.id === null || account === undefined) return [];
      const payouts = this.#payDue(ref.id, account, endMs);
      if (index % PAID_IN_FULL_EVERY !== 0) return payouts;
      const random = new Random(this.#plan.seed, 'settlements', index);
      const balance = accrueUntil(account, endMs);
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
    return atMs < startMs + (endMs - startMs) * IMPORTED_UNTIL;
  }

  /**
   * Returns the payouts scheduled before `knownUntilMs`, up to which all payments are known. Small balances are not
   * paid out yet.
   */
  #payDue(mechanicId: string, account: Account, knownUntilMs: number): Payout[] {
    const { due } = account;
    if (due === null || due.ms >= knownUntilMs) return [];
    account.due = null;
    const balance = accrueUntil(account, due.ms);
    if (balance < due.random.between(3, 20) * 100_000) return [];
    const isRound = due.random.chance(0.3);
    const amount = isRound ? Math.floor(balance / 50_000) * 50_000 : balance;
    return [this.#pay(mechanicId, account, amount, due.ms, due.random)];
  }

  #pay(mechanicId: string, account: Account, amountPaise: number, paidMs: number, random: Random): Payout {
    account.owedPaise -= amountPaise;
    this.#payoutCount += 1;
    const id = recordIdAt(paidMs, random, this.#payoutCount);
    const digits = random.digits(8, '2');
    // The count makes the transaction id unique (LOYA-04).
    const count = String(this.#payoutCount).padStart(7, '0');
    const method = random.weighted(PAYOUT_METHODS);
    return completeRecord(payout, {
      id,
      mechanic: { id: mechanicId },
      // A UTR has 16 characters for NEFT and 12 digits for IMPS and UPI (BANK-05).
      transactionId:
        method === 'bank_transfer' ? `HDFCN${digits.slice(0, 4)}${count}` : `${digits.slice(0, 5)}${count}`,
      amountPaise,
      method,
      paidAt: new Date(paidMs).toISOString(),
    });
  }
}

/** Returns the amount owed at a time. It moves the earnings up to that time into the account. */
function accrueUntil(account: Account, ms: number): number {
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
  isImported: boolean,
  random: Random,
  index: number,
): Earning {
  const grossPaise = payment.amountPaise ?? 0;
  const percent = isImported ? EARLIER_COMMISSION_PERCENT : RATES.commissionPercent;
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
