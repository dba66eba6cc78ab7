import type { PAYMENT_METHODS, PAYMENT_STATUSES } from '@wayside/contract/filter-values';
import type { Payment } from '@wayside/contract/payments';
import type { SortKey } from '@wayside/contract/wire/list-query';
import type { Page } from '@wayside/contract/wire/paging';
import type { ReaderContext } from '../../context.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import {
  amountOrder,
  dayRange,
  type ListFilters,
  type ListShape,
  sortedAmount,
} from '../../platform/db/list-shape.ts';
import { readPage } from '../../platform/db/read-page.ts';
import type { PageInput } from '../../platform/db/statement-page.ts';
import { readerMay } from '../../reader-may.ts';
import { paymentRecord } from '../../records/payments.ts';

/** How payments are listed (PAYM-02, PAYM-03): newest first by when they were paid, else made, or by amount. */
export const PAYMENT_LIST: ListShape = {
  name: 'list-payments',
  ...paymentRecord.select,
  orderBy: 'occurred_at',
  counter: 'payments',
  statusColumn: 'status',
  searchColumns: ['id'],
  callerSearch: {
    byIdPart: (holds) => [
      `SELECT id FROM payments WHERE booking_id = ANY (ARRAY(SELECT id FROM bookings WHERE record_state = 'full' AND ${holds('id')}))`,
    ],
    byAmount: (isWithin) => [
      `SELECT id FROM payments WHERE record_state = 'full' AND ${isWithin(sortedAmount('amount_paise'))}`,
    ],
  },
  orders: { amount: amountOrder('amount_paise', 'payments by amount') },
  flags: { disagrees: 'disagrees' },
  combined: { counter: 'payments by method', status: 'payment_counter_key', columns: ['status', 'method'] },
};

/** Which payments, in which order. */
export interface PaymentFilters {
  /** Any of these; null for all. */
  readonly status: readonly (typeof PAYMENT_STATUSES)[number][] | null;
  /** Null and "all" are none (PAYM-07). */
  readonly method: (typeof PAYMENT_METHODS)[number] | 'all' | null;
  /** Any part of the id, in either case (PAYM-02), or what a caller says (BOOK-15). */
  readonly search: string | null;
  /** Only those of this booking, only this customer's (BOOK-14). */
  readonly bookingId: string | null;
  readonly customerId: string | null;
  /** Whether only those whose booking says otherwise (WORK-01). */
  readonly disagrees: boolean | null;
  /** Days of the business, both included (VIEW-01). */
  readonly from: string | null;
  readonly to: string | null;
  /** Null for newest first (VIEW-02). */
  readonly sort: SortKey<'date' | 'amount'> | null;
}

export interface ListPaymentsInput extends PaymentFilters, PageInput {}

/** How the list reads the payments under these filters. */
export function paymentsUnder(reader: Pick<ReaderContext, 'session'>, input: PaymentFilters): ListFilters {
  const { status, method, search, bookingId, customerId, sort } = input;
  return {
    status,
    search: search || null,
    hidesTransactions: !readerMay(reader, 'payouts:read'),
    fixedFilters: [
      ...(method === null || method === 'all' ? [] : [{ column: 'method', id: method }]),
      ...(bookingId === null ? [] : [{ column: 'booking_id', id: bookingId }]),
      ...(customerId === null ? [] : [{ column: 'customer_id', id: customerId }]),
    ],
    flags: input.disagrees ? ['disagrees'] : [],
    days: dayRange(input),
    sort,
  };
}

/** A page of payments; screenshots are links that can be read now (FILE-03). */
export async function listPayments(context: ReaderContext, input: ListPaymentsInput): Promise<Page<Payment>> {
  const { database, files, session } = context;
  const { page, limit } = input;
  const listed = { ...paymentsUnder(context, input), page, limit };
  const found = await readPage<Payment>(database, PAYMENT_LIST, listed);
  const readable = await files.readableLinks(session);
  return { ...found, rows: found.rows.map((row) => ({ ...row, screenshot: readable(row.screenshot) })) };
}

/** How many payments there are under each of the filters (VIEW-04). */
export const countPayments = (context: ReaderContext, views: readonly PaymentFilters[]): Promise<number[]> =>
  countRows(
    context.database,
    PAYMENT_LIST,
    views.map((view) => paymentsUnder(context, view)),
  );
