import type { Book, CloseKind } from '@wayside/contract/closes';
import { type KindAmounts, ZERO_AMOUNTS } from './close-document.ts';

/** The SQL for the instant that decides in which day's books a ledger or wallet entry is counted (CLOS-01). */
export const LEDGER_BOOKED_AT = 'coalesce(booked_at, least(occurred_at, recorded_at))';
export const WALLET_BOOKED_AT = 'coalesce(booked_at, recorded_at)';

const millisecondsSql = (column: string) => `coalesce((extract(epoch FROM ${column}) * 1000)::bigint::text, '')`;

/**
 * The SQL for an entry as the line of text that a close signs: comma-separated fields, timestamps in milliseconds, no
 * personal data.
 */
export const LEDGER_LINE = `concat_ws(',', 'ledger', id, kind, flow, source, source_id, revision, mechanic_id,
  coalesce(booking_id, ''), coalesce(payment_id, ''), gross_paise, commission_paise, platform_fee_paise, net_paise, paid_out_paise,
  balance_paise, ${millisecondsSql('occurred_at')}, ${millisecondsSql('recorded_at')}, ${millisecondsSql('booked_at')}) || E'\\n'`;

export const WALLET_LINE = `concat_ws(',', 'wallet', id, kind, coalesce(user_id, ''), coalesce(mechanic_id, ''), amount_paise,
  coalesce(loyalty_payout_id, ''), ${millisecondsSql('recorded_at')}, ${millisecondsSql('booked_at')}) || E'\\n'`;

/** Refunds and compensations are counted together with their reversals. */
export const LEDGER_KIND = `CASE WHEN source IN ('refund', 'compensation') THEN source WHEN kind = 'earning' THEN flow || '_earning'
  WHEN kind = 'reversal' THEN CASE flow WHEN 'payout' THEN 'payout' ELSE flow || '_earning' END || '_reversal' ELSE kind END`;
export const WALLET_KIND = `CASE kind WHEN 'adjustment' THEN 'wallet_adjustment' ELSE kind END`;
export const WALLET_BOOK = `CASE WHEN user_id IS NULL THEN 'mechanic_wallets' ELSE 'user_wallets' END`;

const LEDGER_FIELDS = 19;
const WALLET_FIELDS = 9;

/** The amount that a line adds to its book. */
export interface LineAmounts extends KindAmounts {
  readonly table: 'ledger' | 'wallets';
  readonly book: Book;
  readonly kind: CloseKind;
  readonly bookedAt: number;
  /** Whether the entry concerns an earlier, closed day. */
  readonly isLate: boolean;
}

/**
 * Reads a line without its line end; null if it is not an entry. This implementation is independent of the SQL above,
 * so that one checks the other.
 */
export function readEntryLine(line: string): LineAmounts | null {
  const fields = line.split(',');
  if (fields[0] === 'ledger' && fields.length === LEDGER_FIELDS) return readLedgerLine(fields);
  if (fields[0] === 'wallet' && fields.length === WALLET_FIELDS) return readWalletLine(fields);
  return null;
}

function readLedgerLine(fields: readonly string[]): LineAmounts | null {
  const [, , kind = '', flow = '', source = ''] = fields;
  const amounts = fields.slice(10, 16).map(Number);
  const [
    grossPaise = 0,
    commissionPaise = 0,
    platformFeePaise = 0,
    netPaise = 0,
    paidOutPaise = 0,
    changePaise = 0,
  ] = amounts;
  const [occurredAt, recordedAt, bookedAt] = fields.slice(16).map((field) => (field === '' ? null : Number(field)));
  const ofClose = toLedgerKind(kind, flow, source);
  if (ofClose === null || recordedAt == null || !amounts.every(Number.isSafeInteger)) return null;
  return {
    ...{ table: 'ledger', book: 'balances', kind: ofClose, count: 1 },
    ...{ grossPaise, commissionPaise, platformFeePaise, netPaise, paidOutPaise, changePaise },
    bookedAt: bookedAt ?? Math.min(occurredAt ?? recordedAt, recordedAt),
    isLate: bookedAt != null,
  };
}

function toLedgerKind(kind: string, flow: string, source: string): CloseKind | null {
  const isPayout = flow === 'payout';
  if (!isPayout && flow !== 'platform' && flow !== 'cash') return null;
  if (source === 'refund' || source === 'compensation')
    return kind === source || kind === 'reversal' ? source : null;
  switch (kind) {
    case 'payout':
      return isPayout ? 'payout' : null;
    case 'adjustment':
      return 'adjustment';
    case 'earning':
      return isPayout ? null : `${flow}_earning`;
    case 'reversal':
      return isPayout ? 'payout_reversal' : `${flow}_earning_reversal`;
    default:
      return null;
  }
}

const WALLET_KINDS: Readonly<Record<string, CloseKind | undefined>> = {
  opening: 'opening',
  source_change: 'source_change',
  loyalty_payout: 'loyalty_payout',
  void: 'void',
  adjustment: 'wallet_adjustment',
};

function readWalletLine(fields: readonly string[]): LineAmounts | null {
  const [, , kind = '', userId, , amount, , recorded, booked] = fields;
  const ofClose = WALLET_KINDS[kind];
  const changePaise = Number(amount);
  const recordedAt = Number(recorded);
  if (ofClose === undefined || !Number.isSafeInteger(changePaise) || !recordedAt) return null;
  return {
    table: 'wallets',
    book: userId === '' ? 'mechanic_wallets' : 'user_wallets',
    kind: ofClose,
    ...ZERO_AMOUNTS,
    count: 1,
    changePaise,
    bookedAt: booked ? Number(booked) : recordedAt,
    isLate: Boolean(booked),
  };
}
