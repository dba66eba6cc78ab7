import type { SettlementLineFilters } from '@wayside/contract/lists';
import { LINE_STATE_TEXTS, type SettlementLine } from '@wayside/contract/settlement-lines';
import type { ActorContext } from '../../context.ts';
import {
  amountColumn,
  type ExportTable,
  numberColumn,
  textColumn,
  timestampColumn,
} from '../../platform/exports/export-table.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import { eachPageOfLines, listSettlementLines } from './list-settlements.ts';

const text = textColumn<SettlementLine>;
const rupees = amountColumn<SettlementLine>;

const COLUMNS = [
  text('Day', ({ day }) => day),
  numberColumn<SettlementLine>('Age in days', ({ ageDays }) => ageDays),
  text('Source', ({ source }) => source),
  text('File', ({ fileName }) => fileName),
  numberColumn<SettlementLine>('Line', ({ line }) => line),
  text('Type', ({ type }) => type),
  text('State', ({ state }) => LINE_STATE_TEXTS[state as keyof typeof LINE_STATE_TEXTS] ?? state),
  text('Matched by', ({ step }) => step),
  text('Reference', ({ reference }) => reference),
  text('Order ID', ({ orderId }) => orderId),
  text('UTR', ({ utr }) => utr),
  text('Settlement', ({ settlementReference }) => settlementReference),
  rupees('Amount', ({ amountPaise }) => amountPaise),
  rupees('Fee', ({ feePaise }) => feePaise),
  rupees('Tax', ({ taxPaise }) => taxPaise),
  rupees('Net', ({ netPaise }) => netPaise),
  rupees('Expected', ({ expectedPaise }) => expectedPaise),
  text('Payment ID', ({ paymentId }) => paymentId),
  text('Reason', ({ reason }) => reason),
  text('Owner', ({ owner }) => owner),
  text('Note', ({ note }) => note),
  text('Resolution', ({ resolution }) => resolution),
  text('Resolved by', ({ resolvedBy }) => resolvedBy),
  timestampColumn<SettlementLine>('Resolved', ({ resolvedAt }) => resolvedAt),
];

/** Exports the listed settlement lines as a table (VIEW-08). */
export async function exportLines(
  context: ActorContext,
  filters: SettlementLineFilters,
): Promise<ExportTable<SettlementLine>> {
  const { total: rowCount } = await listSettlementLines(context, { ...filters, page: 1, limit: 1 });
  const { show, state, age, fileId, ownerId, from, to } = filters;
  await recordExport(context, {
    table: 'settlement-lines',
    filters: { show, state, age, fileId, ownerId, from, to },
    rowCount,
  });
  return { name: 'settlement-lines', columns: COLUMNS, rowCount, pages: eachPageOfLines(context, filters) };
}
