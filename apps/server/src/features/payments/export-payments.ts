import type { Payment } from '@wayside/contract/payments';
import type { CallContext } from '../../context.ts';
import { exportList } from '../../platform/exports/export-list.ts';
import {
  amountColumn,
  type ExportTable,
  textColumn,
  timestampColumn,
} from '../../platform/exports/export-table.ts';
import type { Marked } from '../../platform/exports/record-export.ts';
import { PAYMENT_LIST, type PaymentFilters, paymentsUnder } from './list-payments.ts';

const text = textColumn<Payment>;
const amount = amountColumn<Payment>;
const timestamp = timestampColumn<Payment>;

const COLUMNS = [
  text('Payment ID', ({ id }) => id),
  text('Booking ID', ({ booking }) => booking?.id),
  text('Status', ({ status }) => status),
  text('Method', ({ method }) => method),
  text('Type', ({ type }) => type),
  timestamp('Transaction date', ({ transactedAt }) => transactedAt),
  timestamp('Created', ({ createdAt }) => createdAt),
  text('Customer', ({ customer }) => customer?.name),
  text('Customer phone', ({ customer }) => customer?.phone),
  text('Customer email', ({ customer }) => customer?.email),
  text('Mechanic', ({ mechanic }) => mechanic?.name),
  text('Mechanic phone', ({ mechanic }) => mechanic?.phone),
  amount('Amount', ({ amountPaise }) => amountPaise),
  amount('Total', ({ amounts }) => amounts?.totalPaise),
  amount('Discount', ({ amounts }) => amounts?.discountPaise),
  amount('Paid', ({ amounts }) => amounts?.paidPaise),
  amount('Due', ({ amounts }) => amounts?.duePaise),
];

/** The payments of the list as a table (API-17, VIEW-08). */
export function exportPayments(
  context: CallContext,
  input: PaymentFilters & Marked,
): Promise<ExportTable<Payment>> {
  return exportList(context, {
    name: 'payments',
    columns: COLUMNS,
    shape: PAYMENT_LIST,
    listed: paymentsUnder(context, input),
    asked: { ...input, method: input.method === 'all' ? null : input.method },
  });
}
