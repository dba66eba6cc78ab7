import type { EarnedRow, PaidRow } from '@wayside/contract/payouts-earnings';
import { contribution, type LedgerEntry, type LedgerSum } from '@wayside/contract/payouts-ledger';
import {
  capitalised,
  formatDateTime,
  formatExactRupees,
  NOT_AVAILABLE,
  orNotAvailable,
  shortId,
} from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import type { SmallColumn } from '../../ui/small-table.tsx';

const methodLabel = (method: string | null) =>
  method === 'upi' ? 'UPI' : capitalised(orNotAvailable(method).replaceAll('_', ' '));
const bookingCell = (id: string | null) => (id ? <CopyableId id={id} shown={shortId(id)} /> : NOT_AVAILABLE);

const money = <Row,>(header: string, read: (row: Row) => number | null): SmallColumn<Row> => ({
  header,
  align: 'end',
  cell: (row) => formatExactRupees(read(row)),
});

/** The earnings history (PAYO-04). */
export const EARNED_COLUMNS: readonly SmallColumn<EarnedRow>[] = [
  { header: 'Date', cell: (row) => formatDateTime(row.transactedAt) },
  { header: 'Booking ID', cell: (row) => bookingCell(row.bookingId) },
  { header: 'Payment Method', cell: (row) => methodLabel(row.method) },
  money('Gross Earning', (row) => row.grossPaise),
  money('Commission', (row) => row.commissionPaise),
  money('Platform Fee', (row) => row.platformFeePaise),
  money('Net Earning', (row) => row.netPaise),
];

/** The payout history (PAYO-04). */
export const PAID_COLUMNS: readonly SmallColumn<PaidRow>[] = [
  { header: 'Date', cell: (row) => formatDateTime(row.paidAt) },
  {
    header: 'Transaction ID',
    cell: (row) => <span className="font-mono">{orNotAvailable(row.transactionId)}</span>,
  },
  money('Amount', (row) => row.amountPaise),
  {
    header: 'Status',
    cell: () => (
      <Badge tone="success" dot>
        Completed
      </Badge>
    ),
  },
];

const KINDS: Readonly<Record<string, string>> = { earning: 'Earning', payout: 'Payout', reversal: 'Reversal' };

/** The rows behind a figure, each with what it adds to it. */
export function entryColumns(stat: LedgerSum, isOfOne: boolean): readonly SmallColumn<LedgerEntry>[] {
  const mechanic: SmallColumn<LedgerEntry> = {
    header: 'Mechanic',
    cell: (entry) => orNotAvailable(entry.mechanicName),
  };
  return [
    { header: 'Date', cell: (entry) => formatDateTime(entry.occurredAt) },
    { header: 'Kind', cell: (entry) => KINDS[entry.kind] ?? entry.kind },
    ...(isOfOne ? [] : [mechanic]),
    {
      header: 'Booking or transaction',
      cell: (entry) =>
        entry.transactionId ? (
          <span className="font-mono">{entry.transactionId}</span>
        ) : (
          bookingCell(entry.bookingId)
        ),
    },
    { header: 'Method', cell: (entry) => methodLabel(entry.method) },
    { ...money('Adds', contribution[stat]), isPinned: true },
  ];
}
