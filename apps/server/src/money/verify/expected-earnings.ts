import type pg from 'pg';
import { z } from 'zod';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { eachRow } from './integrity-check.ts';

type Field = 'commission' | 'fee';
const COLUMNS = { commission: 'commission_percent', fee: 'platform_fee_paise' } as const;

const versions = {
  text: `
    SELECT extract(epoch FROM in_force_from)::float8 * 1000 AS "fromMs", is_from_source AS "isFromSource", changed,
      content ->> 'commission_percent' AS commission, content ->> 'platform_fee_paise' AS fee
    FROM configuration_versions ORDER BY in_force_from, number`,
  row: z.object({
    /** -Infinity for rates from before versions were stored. */
    fromMs: z.union([z.number(), z.literal(Number.NEGATIVE_INFINITY)]),
    isFromSource: z.boolean(),
    changed: z.array(z.string()),
    /** Decimal text; null if none was set. */
    commission: z.string().nullable(),
    fee: z.string().nullable(),
  }),
};

/** The rates at each instant, computed only from the history of the configuration (PAYO-08). */
export class RateHistory {
  readonly #versions: readonly z.infer<typeof versions.row>[];

  private constructor(rows: readonly z.infer<typeof versions.row>[]) {
    this.#versions = rows;
  }

  static async read(client: pg.ClientBase): Promise<RateHistory> {
    const rows: z.infer<typeof versions.row>[] = [];
    for await (const row of eachRow(client, versions)) rows.push(row);
    return new RateHistory(rows);
  }

  /**
   * Returns the commission on an amount, rounded half up to a paisa. It uses integers, because floating-point numbers
   * cannot represent every decimal rate exactly.
   */
  commissionPaise(grossPaise: number, ratedMs: number): number {
    const [whole = '0', decimals = ''] = (this.#valueAt('commission', ratedMs) ?? '0').split('.');
    const parts = 100n * 10n ** BigInt(decimals.length);
    return Number((2n * BigInt(grossPaise) * BigInt(whole + decimals) + parts) / (2n * parts));
  }

  feePaise(ratedMs: number): number {
    return Number(this.#valueAt('fee', ratedMs) ?? 0);
  }

  /**
   * Replays the history. A repeated value from the source is not a change, nor is a field that an administrator left
   * unchanged.
   */
  #valueAt(field: Field, ratedMs: number): string | null {
    let inForce: { readonly value: string | null } | undefined;
    let stated: { readonly value: string | null } | undefined;
    for (const version of this.#versions) {
      const value = version[field];
      if (version.isFromSource) {
        const isChange = stated === undefined || stated.value !== value;
        // The first value of a source also applies to earlier dates.
        if (stated === undefined) inForce ??= version.fromMs > ratedMs ? { value } : undefined;
        stated = { value };
        if (isChange && version.fromMs <= ratedMs) inForce = { value };
      } else if (version.changed.includes(COLUMNS[field]) && version.fromMs <= ratedMs) inForce = { value };
    }
    return inForce?.value ?? null;
  }
}

const amounts = z.object({
  mechanicId: z.string(),
  flow: z.enum(['platform', 'cash', 'payout']),
  method: z.string().nullable(),
  gross: z.number(),
  commission: z.number(),
  fee: z.number(),
  net: z.number(),
  paidOut: z.number(),
});
export type Amounts = z.infer<typeof amounts>;

/** A payment with the values of its booking and earnings rows, as stated by the source, that determine its earning. */
export const paymentRow = z.object({
  id: z.string(),
  bookingId: z.string().nullable(),
  mechanicId: z.string().nullable(),
  amountPaise: z.number().nullable(),
  method: z.string().nullable(),
  status: z.string().nullable(),
  /** The transaction date, or else the creation date; null if both are missing. */
  datedMs: z.number().nullable(),
  /** The timestamp that determines the payment's rates. */
  ratedMs: z.number().nullable(),
  /** Whether an earnings row states the earning of the payment. */
  isStated: z.boolean(),
  isBookingFull: z.boolean(),
  isBookingCancelled: z.boolean(),
  bookingMechanicId: z.string().nullable(),
  bookingFeePaise: z.number().nullable(),
  /** Whether an earnings row states one earning for the whole booking. */
  isBookingStated: z.boolean(),
  /** Whether an earnings row of the booking contains its platform fee. */
  isFeeStated: z.boolean(),
});
type PaymentRow = z.infer<typeof paymentRow>;

/** An earnings row with its payment, as stated by the source (IMPO-05). */
export const statementRow = z.object({
  id: z.string(),
  mechanicId: z.string(),
  method: z.string().nullable(),
  grossPaise: z.number(),
  commissionPaise: z.number().nullable(),
  feePaise: z.number().nullable(),
  netPaise: z.number().nullable(),
  isRefunded: z.boolean(),
});

const flowOf = (method: string | null) => (method === 'cash' ? 'cash' : 'platform');
const wasEverPaid = ({ status, amountPaise }: PaymentRow) =>
  (status === 'paid' || status === 'refunded') && amountPaise !== null;

/**
 * Returns the earning of the payments of one booking, or of one payment without a booking (PAYO-08); null if there is
 * none. It follows docs/money.md and shares no code with the posting statement, so that each reveals errors in the
 * other.
 */
export function expectedEarnings(payments: readonly PaymentRow[], rates: RateHistory): (Amounts | null)[] {
  const feeBearer = payments.filter(wasEverPaid).toSorted(byDate)[0];
  return payments.map((payment) => {
    const { bookingId, status, amountPaise } = payment;
    const mechanicId = payment.mechanicId ?? payment.bookingMechanicId;
    if (status !== 'paid' || amountPaise === null || mechanicId === null) return null;
    if (payment.isStated || payment.isBookingStated) return null;
    if (bookingId !== null && (!payment.isBookingFull || payment.isBookingCancelled)) return null;
    const at = payment.ratedMs ?? Number.NEGATIVE_INFINITY;
    const commission = rates.commissionPaise(amountPaise, at);
    const bearsFee = bookingId === null || (payment === feeBearer && !payment.isFeeStated);
    const fee = bearsFee ? (payment.bookingFeePaise ?? rates.feePaise(at)) : 0;
    return {
      mechanicId,
      flow: flowOf(payment.method),
      method: payment.method,
      gross: amountPaise,
      commission,
      fee,
      net: amountPaise - commission - fee,
      paidOut: 0,
    };
  });
}

function byDate(one: PaymentRow, other: PaymentRow): number {
  const [a, b] = [one.datedMs ?? Number.POSITIVE_INFINITY, other.datedMs ?? Number.POSITIVE_INFINITY];
  if (a !== b) return a - b;
  return one.id < other.id ? -1 : 1;
}

/** Computes the amounts of an earnings row. A missing amount is calculated from the others. */
export function expectedOfStatement(statement: z.infer<typeof statementRow>): Amounts | null {
  const { mechanicId, method, grossPaise: gross, commissionPaise, netPaise, isRefunded } = statement;
  if (isRefunded) return null;
  const fee = statement.feePaise ?? 0;
  const commission = commissionPaise ?? (netPaise === null ? 0 : Math.max(0, gross - fee - netPaise));
  const net = netPaise ?? gross - commission - fee;
  return { mechanicId, flow: flowOf(method), method, gross, commission, fee, net, paidOut: 0 };
}

/**
 * Returns the part of a refunded payment's earning that the mechanic keeps: the share of Wayside's own refunds and
 * lost disputes, rounded half away from zero (REFD-02).
 */
export function expectedCompensation(
  earned: Amounts | null,
  { paidPaise, returnedPaise }: { readonly paidPaise: number | null; readonly returnedPaise: number },
): Amounts | null {
  if (earned === null || !paidPaise) return null;
  const [balance, paid] = [BigInt(balanceChange(earned)), BigInt(paidPaise)];
  const part = (balance < 0n ? -balance : balance) * BigInt(Math.min(returnedPaise, paidPaise));
  const kept = Number((2n * part + paid) / (2n * paid)) * (balance < 0n ? -1 : 1);
  if (kept === 0) return null;
  const { mechanicId } = earned;
  return { mechanicId, flow: 'platform', method: null, gross: 0, commission: 0, fee: 0, net: kept, paidOut: 0 };
}

export const postedEntries = z.array(amounts.extend({ balance: z.number() }));
export type PostedEntries = z.infer<typeof postedEntries>;

/** Returns the SQL expression for `postedEntries`, which are the entries of one source. */
export const postedJsonSql = (source: string, id: string): string =>
  jsonRows(`SELECT mechanic_id AS "mechanicId", flow, method, gross_paise AS gross, commission_paise AS commission, platform_fee_paise AS fee,
      net_paise AS net, paid_out_paise AS "paidOut", balance_paise AS balance
    FROM ledger_entries WHERE source_id = ${id} AND source = '${source}'`);

export const balanceChange = ({ flow, commission, fee, net, paidOut }: Amounts): number =>
  (flow === 'cash' ? -(commission + fee) : net) - paidOut;

/**
 * Checks whether the entries of a source, including reversals, sum exactly to the expected amounts by mechanic, flow
 * and method.
 */
export function isAsExpected(posted: PostedEntries, expected: Amounts | null): boolean {
  const sums = new Map<string, number[]>();
  const add = (entry: PostedEntries[number], sign: 1 | -1) => {
    const { mechanicId, flow, method, gross, commission, fee, net, paidOut, balance } = entry;
    const key = JSON.stringify([mechanicId, flow, method]);
    const before = sums.get(key) ?? [];
    sums.set(
      key,
      [gross, commission, fee, net, paidOut, balance].map((paise, index) => (before[index] ?? 0) + sign * paise),
    );
  };
  for (const entry of posted) add(entry, 1);
  if (expected !== null) add({ ...expected, balance: balanceChange(expected) }, -1);
  return [...sums.values()].flat().every((paise) => paise === 0);
}
