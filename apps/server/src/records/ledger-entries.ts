import { ledgerEntry } from '@wayside/contract/payouts-ledger';
import { adminName } from '../platform/db/admin-name.ts';
import { ledgerEntries } from '../platform/db/schema/ledger.ts';
import { defineSelect } from './define-record.ts';
import { expression } from './field-source.ts';

/**
 * The void of a payout, as `v`, joined to its last entry and to that entry's reversal (PAYO-11); earlier ones were replaced when its
 * source changed it. The entry stands as `b`.
 */
export const VOID_OF_ENTRY = `LEFT JOIN payout_voids AS v ON b.source = 'payout' AND v.payout_id = b.source_id AND NOT EXISTS (
  SELECT FROM ledger_entries AS later WHERE later.source_id = b.source_id AND later.source = b.source AND later.revision > b.revision)`;

/** The instant that decides in which day's books the entry `b` is (CLOS-01). */
export const BOOKED_AT = 'coalesce(b.booked_at, least(b.occurred_at, b.recorded_at))';

/** An entry of the ledger with the name of its mechanic and the transaction id of its payout. */
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
    madeBy: expression<string | null>(adminName('a')),
    reason: expression<string | null>('coalesce(j.reason, v.reason)'),
    isVoided: expression<boolean>('v.id IS NOT NULL'),
  },
  joins: [
    'JOIN mechanics AS m ON m.id = b.mechanic_id',
    "LEFT JOIN payouts AS p ON b.source = 'payout' AND p.id = b.source_id",
    "LEFT JOIN adjustments AS j ON b.source = 'adjustment' AND j.id = b.source_id",
    VOID_OF_ENTRY,
    'LEFT JOIN admins AS a ON a.id = coalesce(j.made_by, v.voided_by)',
  ],
});
