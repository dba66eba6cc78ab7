import { PAYMENT_OUT_LIST } from '@wayside/contract/lists';
import type { PaymentOut, PaymentOutKind } from '@wayside/contract/payments-out';
import type { Sentence } from '@wayside/contract/sentences';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { type PayContext, payOnce } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { type PaymentToVoid, voidPayment as voidInLedger } from '../../money/ledger/void-payment.ts';
import type { ListShape } from '../../platform/db/list-shape.ts';
import { selectRecords } from '../../platform/db/read-record.ts';
import { amountColumn, textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import { definedList } from '../../platform/lists/defined-list.ts';
import { paymentOutSelect } from '../../records/payments-out.ts';

/** The statement parts of the list of payments out, newest first by payment time (VIEW-01). */
export const PAYMENT_OUT_SHAPE: ListShape = {
  name: 'list-payments-out',
  ...paymentOutSelect,
  orderBy: 'listed_at',
  counter: 'payments out',
  statusColumn: 'kind',
  sumColumn: 'amount_paise',
  searchColumns: ['id'],
  callerSearch: {
    byIdPart: () => [],
    byAmount: (isWithin) => [isWithin('searched_paise')],
    byTransaction: (paid, among) => [
      among('payments_out.id', paid),
      among(
        'payments_out.id',
        `SELECT id FROM payout_voids WHERE payout_id = ANY (ARRAY(${paid})) OR loyalty_payout_id = ANY (ARRAY(${paid}))`,
      ),
    ],
  },
};

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

/** List with sum, counts and export of payments out (VIEW-01, VIEW-08). */
export const paymentOutList = definedList<PaymentOut, typeof PAYMENT_OUT_LIST>({
  definition: PAYMENT_OUT_LIST,
  shape: PAYMENT_OUT_SHAPE,
  filters: { kind: 'status' },
  columns: COLUMNS,
});

const ONE = {
  name: `${PAYMENT_OUT_SHAPE.name}-one`,
  text: `${selectRecords(PAYMENT_OUT_SHAPE)} AND b.kind = $1 AND b.id = $2`,
};

/** Returns a payment out by its kind and id (OWN-02). @throws 404 */
export async function getPaymentOut(
  { database }: Pick<AppContext, 'database'>,
  { kind, id }: { readonly kind: PaymentOutKind; readonly id: string },
): Promise<PaymentOut> {
  const [found] = await database.rows<{ record: PaymentOut }>(ONE, [kind, id]);
  if (!found) throw notFound('payment');
  return found.record;
}

/** Voids a payment out that the bank has returned (PAYO-11). @throws 403; 404; 409 if it is already voided */
export async function voidPayment(
  context: PayContext,
  input: PaymentToVoid,
): Promise<Sentence & { readonly record: PaymentOut }> {
  const said = await payOnce(context, async (client, paying) => {
    await requireRight(client, paying.actor, 'money:move');
    return voidInLedger(client, paying, input);
  });
  return { ...said, record: await getPaymentOut(context, input) };
}
