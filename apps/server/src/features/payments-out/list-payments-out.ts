import type { PaymentOut, PaymentOutKind, PaymentsOut } from '@wayside/contract/payments-out';
import type { SortKey } from '@wayside/contract/wire/list-query';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import { dayRange, type ListFilters, type ListShape } from '../../platform/db/list-shape.ts';
import { readPageWithSum } from '../../platform/db/read-page.ts';
import { selectRecords } from '../../platform/db/read-record.ts';
import type { PageInput } from '../../platform/db/statement-page.ts';
import { paymentOutSelect } from '../../records/payments-out.ts';

const idsWhere = (condition: string) => [`SELECT id FROM payments_out WHERE ${condition}`];

/** How payments out are listed: newest first by when they were paid (VIEW-01). */
export const PAYMENT_OUT_LIST: ListShape = {
  name: 'list-payments-out',
  ...paymentOutSelect,
  orderBy: 'listed_at',
  counter: 'payments out',
  statusColumn: 'kind',
  sumColumn: 'amount_paise',
  searchColumns: ['id'],
  callerSearch: {
    byIdPart: () => [],
    byAmount: (isWithin) => idsWhere(isWithin('searched_paise')),
    byTransaction: (paid) => [
      paid,
      `SELECT id FROM payout_voids WHERE payout_id = ANY (ARRAY(${paid})) OR loyalty_payout_id = ANY (ARRAY(${paid}))`,
    ],
  },
};

/** Which payments out, in which order. */
export interface PaymentOutFilters {
  /** Any of these; null for all. */
  readonly kind: readonly PaymentOutKind[] | null;
  readonly search: string | null;
  /** Days of the business, both included (VIEW-01). */
  readonly from: string | null;
  readonly to: string | null;
  /** Null for newest first (VIEW-02). */
  readonly sort: SortKey<'date'> | null;
}

/** How the list reads the payments under these filters. */
export const paymentsOutUnder = (input: PaymentOutFilters): ListFilters => ({
  status: input.kind,
  search: input.search || null,
  days: dayRange(input),
  sort: input.sort,
});

/** A page of payments out with the sum of all (VIEW-01). */
export const listPaymentsOut = (
  { database }: AppContext,
  { page, limit, ...filters }: PaymentOutFilters & PageInput,
): Promise<PaymentsOut> =>
  readPageWithSum<PaymentOut>(database, PAYMENT_OUT_LIST, { ...paymentsOutUnder(filters), page, limit });

const ONE = {
  name: `${PAYMENT_OUT_LIST.name}-one`,
  text: `${selectRecords(PAYMENT_OUT_LIST)} AND b.kind = $1 AND b.id = $2`,
};

/** One payment out by its kind and id (OWN-02). @throws 404 */
export async function getPaymentOut(
  { database }: Pick<AppContext, 'database'>,
  { kind, id }: { readonly kind: PaymentOutKind; readonly id: string },
): Promise<PaymentOut> {
  const [found] = await database.rows<{ record: PaymentOut }>(ONE, [kind, id]);
  if (!found) throw notFound('payment');
  return found.record;
}

/** How many payments out there are under each of the filters (VIEW-04). */
export const countPaymentsOut = (
  { database }: Pick<AppContext, 'database'>,
  views: readonly PaymentOutFilters[],
): Promise<number[]> => countRows(database, PAYMENT_OUT_LIST, views.map(paymentsOutUnder));
