import type pg from 'pg';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { rupeesText } from '../../rupees.ts';

const factsRow = z.object({
  status: z.nullable(z.string()),
  paidPaise: z.number(),
  mechanicId: z.nullable(z.string()),
  /** Confirmed refunds and lost disputes. */
  returnedPaise: z.number(),
  /** Refunds that wait or are requested: nobody knows yet whether they go back. */
  pendingPaise: z.number(),
  disputedPaise: z.number(),
});
/** What decides how much of a payment can go back (REFD-01, REFD-03). */
export type PaymentFacts = z.infer<typeof factsRow>;

const FACTS = defineStatement({
  name: 'return-facts-of-payment',
  text: `SELECT p.status, coalesce(p.amount_paise, 0) AS "paidPaise", coalesce(p.mechanic_id, b.mechanic_id) AS "mechanicId",
      coalesce(sum(r.returned_paise), 0)::bigint AS "returnedPaise",
      coalesce(sum(r.amount_paise) FILTER (WHERE r.state IN ('waiting', 'requested')), 0)::bigint AS "pendingPaise",
      coalesce(sum(r.amount_paise) FILTER (WHERE r.state = 'open'), 0)::bigint AS "disputedPaise"
    FROM payments AS p LEFT JOIN bookings AS b ON b.id = p.booking_id LEFT JOIN refunds AS r ON r.payment_id = p.id
    WHERE p.id = $1 AND p.record_state = 'full' GROUP BY p.id, b.id`,
  row: factsRow,
  example: [sampleOf('payments')],
});

/** Reads the facts of a payment; null where it is not here. @param client holds the ledger's lock where something follows from them */
export async function findPaymentFacts(client: pg.ClientBase, paymentId: string): Promise<PaymentFacts | null> {
  const [facts] = await rowsOf(client, FACTS, [paymentId]);
  return facts ?? null;
}

/** @throws 404 */
export async function readPaymentFacts(client: pg.ClientBase, paymentId: string): Promise<PaymentFacts> {
  const facts = await findPaymentFacts(client, paymentId);
  if (facts === null) throw notFound('payment');
  return facts;
}

/** Why no more of a payment can be refunded (REFD-01). */
export function whyNotRefundable({
  status,
  paidPaise,
  returnedPaise,
  pendingPaise,
  disputedPaise,
}: PaymentFacts): string {
  if (status === 'refunded') return `The bank has already returned ${rupeesText(paidPaise)}.`;
  if (status !== 'paid') return 'This payment is not paid.';
  const reasons = [
    ...(returnedPaise > 0 ? [`The bank has already returned ${rupeesText(returnedPaise)}.`] : []),
    ...(pendingPaise > 0 ? [`${rupeesText(pendingPaise)} waits to be confirmed.`] : []),
    ...(disputedPaise > 0 ? [`${rupeesText(disputedPaise)} of this payment is disputed.`] : []),
  ];
  return reasons.join(' ') || `This payment was ${rupeesText(paidPaise)}.`;
}
