import type { Payment } from '@wayside/contract/payments';
import type { Page } from '@wayside/contract/wire/paging';
import type { ReaderContext } from '../../context.ts';
import type { ListShape } from '../../db/page-statement.ts';
import { readPage } from '../../db/read-page.ts';
import { paymentRecord } from '../../records/payments.ts';

/** How payments are listed (PAYM-02, PAYM-03): newest first by when they were paid, else made. */
export const PAYMENT_LIST: ListShape = {
  name: 'list-payments',
  ...paymentRecord.select,
  orderBy: 'occurred_at',
  counter: 'payments',
  statusColumn: 'status',
  searchColumns: ['id'],
};

export interface ListPaymentsInput {
  readonly page: number;
  readonly limit: number;
  readonly status: 'paid' | 'pending' | 'failed' | 'refunded' | 'all' | null;
  /** Any part of the id, in either case (PAYM-02). */
  readonly search: string | null;
  /** Only those of this booking, only this customer's (BOOK-14). */
  readonly bookingId: string | null;
  readonly customerId: string | null;
}

/** A page of payments, newest first; screenshots are links that can be read now (FILE-03). */
export async function listPayments(
  { database, files, session }: ReaderContext,
  input: ListPaymentsInput,
): Promise<Page<Payment>> {
  const { page, limit, status, search, bookingId, customerId } = input;
  const found = await readPage<Payment>(database, PAYMENT_LIST, {
    page,
    limit,
    status: status === 'all' ? null : status,
    search: search || null,
    fixedFilters: [
      ...(bookingId === null ? [] : [{ column: 'booking_id', id: bookingId }]),
      ...(customerId === null ? [] : [{ column: 'customer_id', id: customerId }]),
    ],
  });
  const readable = await files.readableLinks(session);
  return { ...found, rows: found.rows.map((row) => ({ ...row, screenshot: readable(row.screenshot) })) };
}
