import { ledgerEntry } from '@wayside/contract/payouts-ledger';
import { ledgerEntries } from '../db/schema/ledger.ts';
import { defineSelect } from './define-record.ts';
import { expression } from './field-source.ts';

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
    grossPaise: ledgerEntries.grossPaise,
    commissionPaise: ledgerEntries.commissionPaise,
    platformFeePaise: ledgerEntries.platformFeePaise,
    netPaise: ledgerEntries.netPaise,
    paidOutPaise: ledgerEntries.paidOutPaise,
    balancePaise: ledgerEntries.balancePaise,
    commissionPercent: expression<number | null>('b.commission_percent'),
    isStated: expression<boolean>("b.source = 'statement'"),
  },
  joins: [
    'JOIN mechanics AS m ON m.id = b.mechanic_id',
    "LEFT JOIN payouts AS p ON b.source = 'payout' AND p.id = b.source_id",
  ],
});
