import type { PaymentOut } from '@wayside/contract/payments-out';
import type { ActorContext } from '../../context.ts';
import { exportList } from '../../platform/exports/export-list.ts';
import {
  amountColumn,
  type ExportTable,
  textColumn,
  timestampColumn,
} from '../../platform/exports/export-table.ts';
import { PAYMENT_OUT_LIST, type PaymentOutFilters, paymentsOutUnder } from './list-payments-out.ts';

const text = textColumn<PaymentOut>;

const COLUMNS = [
  timestampColumn<PaymentOut>('Paid', ({ paidAt }) => paidAt),
  text('Kind', ({ kind }) => kind),
  text('Transaction ID', ({ transactionId }) => transactionId),
  amountColumn<PaymentOut>('Amount', ({ amountPaise }) => amountPaise),
  text('Method', ({ method }) => method),
  text('Paid to', ({ payee }) => payee.name),
  text('Payee', ({ payeeKind }) => payeeKind),
  text('Payee ID', ({ payee }) => payee.id),
  text('Phone', ({ payee }) => payee.phone),
  text('Requested by', ({ requestedBy }) => requestedBy),
  text('Payment ID', ({ id }) => id),
  text('Void of', ({ voidOf }) => voidOf),
  timestampColumn<PaymentOut>('Voided', ({ voidedAt }) => voidedAt),
  text('Voided by', ({ voidedBy }) => voidedBy),
  text('Void reason', ({ voidReason }) => voidReason),
];

/** The payments out of the list as a table (VIEW-01, VIEW-08). */
export const exportPaymentsOut = (
  context: ActorContext,
  input: PaymentOutFilters,
): Promise<ExportTable<PaymentOut>> =>
  exportList(context, {
    name: 'payments-out',
    columns: COLUMNS,
    shape: PAYMENT_OUT_LIST,
    listed: paymentsOutUnder(input),
    asked: { ...input },
  });
