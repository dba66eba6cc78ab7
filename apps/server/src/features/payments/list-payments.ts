import { PAYMENT_LIST } from '@wayside/contract/lists';
import type { Payment } from '@wayside/contract/payments';
import type { ReaderContext } from '../../context.ts';
import { amountOrder, type ListShape, sortedAmountSql, utcDaySql } from '../../platform/db/list-shape.ts';
import { findRecord } from '../../platform/db/read-record.ts';
import { amountColumn, textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import { definedList } from '../../platform/lists/defined-list.ts';
import { paymentRecord } from '../../records/payments.ts';

/**
 * The statement parts of the list of payments (PAYM-02, PAYM-03), ordered by amount, or newest first by payment time,
 * or by creation time if there is none.
 */
export const PAYMENT_SHAPE: ListShape = {
  name: 'list-payments',
  ...paymentRecord.select,
  orderBy: 'occurred_at',
  counter: 'payments',
  statusColumn: 'status',
  searchColumns: ['id'],
  callerSearch: {
    byIdPart: (holds, among) => [
      among('booking_id', `SELECT id FROM bookings WHERE record_state = 'full' AND ${holds('id')}`),
    ],
    byAmount: (isWithin) => [isWithin(sortedAmountSql('amount_paise'))],
  },
  orders: {
    amount: amountOrder('amount_paise', 'payments by amount', {
      combinedCounter: 'payments by amount and method',
      ofDays: { utcDay: utcDaySql('occurred_at'), counter: 'payments by day and amount' },
    }),
  },
  flags: { disagrees: 'disagrees' },
  combined: { counter: 'payments by method', status: 'payment_counter_key', columns: ['status', 'method'] },
};

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

/** List, counts and export of payments (API-08, API-17, PAYM-02, PAYM-07, BOOK-14, VIEW-08). */
export const paymentList = definedList<Payment, typeof PAYMENT_LIST>({
  definition: PAYMENT_LIST,
  shape: PAYMENT_SHAPE,
  filters: {
    status: 'status',
    method: { column: 'method' },
    bookingId: { column: 'booking_id' },
    customerId: { column: 'customer_id' },
    disagrees: { flag: 'disagrees' },
  },
  columns: COLUMNS,
  // Replaces screenshots with links that are currently readable (FILE-03).
  forReader: async ({ files, session }) => {
    const readable = await files.readableLinks(session);
    return (payment) => ({ ...payment, screenshot: readable(payment.screenshot) });
  },
});

/** Returns a payment. @throws 404 */
export async function getPayment(
  { database, files, session }: ReaderContext,
  { id }: { readonly id: string },
): Promise<Payment> {
  const payment = await findRecord<Payment>(database, PAYMENT_SHAPE, id, 'payment');
  const readable = await files.readableLinks(session);
  return { ...payment, screenshot: readable(payment.screenshot) };
}
