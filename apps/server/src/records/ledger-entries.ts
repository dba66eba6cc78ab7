import { ledgerAccount } from '@wayside/contract/income-accounts';
import { ledgerEntry } from '@wayside/contract/payouts-ledger';
import { adminNameSql } from '../platform/db/admin-name.ts';
import { ledgerAccounts, ledgerEntries } from '../platform/db/schema/ledger.ts';
import { defineRecord, defineSelect } from './define-record.ts';
import { expression } from './field-source.ts';

/**
 * The join of a payout's void, as `v`, with the payout's last entry `b` and with the reversal of that entry
 * (PAYO-11).
 */
export const VOID_OF_ENTRY = `LEFT JOIN payout_voids AS v ON b.source = 'payout' AND v.payout_id = b.source_id AND NOT EXISTS (
  SELECT FROM ledger_entries AS later WHERE later.source_id = b.source_id AND later.source = b.source AND later.revision > b.revision)`;

/** The timestamp that determines the accounting day of the ledger entry `b` (CLOS-01). */
export const BOOKED_AT = 'coalesce(b.booked_at, least(b.occurred_at, b.recorded_at))';

/**
 * Whether the entry `b` credits or debits a balance without a payment, as an adjustment, refund or compensation does
 * (PAYO-11, REFD-02).
 */
export const IS_BALANCE_CHANGE_SQL = "b.source IN ('adjustment', 'refund', 'compensation')";

/** The join of the refund or dispute, as `r`, of the entry `b` (REFD-02). */
export const REFUND_OF_ENTRY = "LEFT JOIN refunds AS r ON b.source = 'refund' AND r.id = b.source_id";

/** A ledger entry with the name of its mechanic and the transaction id of its payout. */
export const ledgerEntrySelect = defineSelect({
  table: ledgerEntries,
  schema: ledgerEntry,
  map: {
    id: expression<string>('b.id::text'),
    kind: ledgerEntries.kind,
    mechanicId: ledgerEntries.mechanicId,
    mechanicName: expression<string | null>('m.name'),
    bookingId: ledgerEntries.bookingId,
    paymentId: ledgerEntries.paymentId,
    transactionId: expression<string | null>('p.transaction_id'),
    method: ledgerEntries.method,
    occurredAt: ledgerEntries.occurredAt,
    recordedAt: ledgerEntries.recordedAt,
    bookedAt: ledgerEntries.bookedAt,
    grossPaise: ledgerEntries.grossPaise,
    commissionPaise: ledgerEntries.commissionPaise,
    platformFeePaise: ledgerEntries.platformFeePaise,
    netPaise: ledgerEntries.netPaise,
    paidOutPaise: ledgerEntries.paidOutPaise,
    balancePaise: ledgerEntries.balancePaise,
    commissionPercent: expression<number | null>('b.commission_percent'),
    isStated: expression<boolean>("b.source = 'statement'"),
    madeBy: expression<string | null>(adminNameSql('a')),
    reason: expression<string | null>('coalesce(j.reason, r.reason, v.reason)'),
    isVoided: expression<boolean>('v.id IS NOT NULL'),
  },
  joins: [
    'JOIN mechanics AS m ON m.id = b.mechanic_id',
    "LEFT JOIN payouts AS p ON b.source = 'payout' AND p.id = b.source_id",
    "LEFT JOIN adjustments AS j ON b.source = 'adjustment' AND j.id = b.source_id",
    REFUND_OF_ENTRY,
    VOID_OF_ENTRY,
    'LEFT JOIN admins AS a ON a.id = coalesce(j.made_by, r.requested_by, v.voided_by)',
  ],
});

/** The timestamp that determines the accounting day of the wallet entry `b` (CLOS-01). */
export const WALLET_BOOKED_AT = 'coalesce(b.booked_at, b.recorded_at)';

/** Returns SQL of the first instant of a business day; minus infinity if the day is null. */
export const dayStartSql = (day: string): string =>
  `coalesce(day_start(${day}::date, business_time_zone()), '-infinity')`;

/** Returns SQL of the first instant after a business day; infinity if the day is null. */
export const dayEndSql = (day: string): string =>
  `coalesce(day_start(${day}::date + 1, business_time_zone()), 'infinity')`;

/** Returns SQL of an instant's business day: "2026-10-30". */
export const daySql = (instant: string): string =>
  `to_char(${instant} AT TIME ZONE business_time_zone(), 'YYYY-MM-DD')`;

/** Returns SQL for the day that an entry is about; null if it is the same as the accounting day (CLOS-01). */
const aboutDaySql = (own: string, booked: string): string => `nullif(${daySql(own)}, ${daySql(booked)})`;

/** The day that the ledger entry or the wallet entry `b` is about, if it differs from the accounting day. */
export const ABOUT_DAY = aboutDaySql('coalesce(b.occurred_at, b.recorded_at)', BOOKED_AT);
export const WALLET_ABOUT_DAY = aboutDaySql('b.recorded_at', WALLET_BOOKED_AT);

/** An account of the journal; it has no source and is not imported. */
export const ledgerAccountRecord = defineRecord({
  table: ledgerAccounts,
  schema: ledgerAccount,
  collection: 'ledgeraccounts',
  map: {
    id: ledgerAccounts.id,
    purpose: ledgerAccounts.purpose,
    code: ledgerAccounts.code,
    name: ledgerAccounts.name,
  },
});
