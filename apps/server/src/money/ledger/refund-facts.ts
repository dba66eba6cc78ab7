import { SENTENCES } from '@wayside/contract/sentences';
import { REFUND_REASONS, type RefundEnding, type RefundReason } from '@wayside/contract/sentences/refund-reasons';
import { fillTemplate, sentenceOf } from '@wayside/contract/wire/sentence';
import type pg from 'pg';
import { z } from 'zod';
import { ApiError, notFound } from '../../api-error.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { rupeesText } from '../../rupees.ts';

const factsRow = z.object({
  status: z.nullable(z.string()),
  method: z.nullable(z.string()),
  paidPaise: z.number(),
  mechanicId: z.nullable(z.string()),
  /** Confirmed refunds and lost disputes. */
  returnedPaise: z.number(),
  /** Refunds that wait for approval or are requested. They may or may not be made. */
  pendingPaise: z.number(),
  disputedPaise: z.number(),
});
/** The amounts and states that limit how much of a payment can be refunded (REFD-01, REFD-03). */
export type PaymentFacts = z.infer<typeof factsRow>;

const FACTS = defineStatement({
  name: 'return-facts-of-payment',
  text: `SELECT p.status, p.method, coalesce(p.amount_paise, 0) AS "paidPaise", coalesce(p.mechanic_id, b.mechanic_id) AS "mechanicId",
      coalesce(sum(r.returned_paise), 0)::bigint AS "returnedPaise",
      coalesce(sum(r.amount_paise) FILTER (WHERE r.state IN ('waiting', 'requested')), 0)::bigint AS "pendingPaise",
      coalesce(sum(r.amount_paise) FILTER (WHERE r.state = 'open'), 0)::bigint AS "disputedPaise"
    FROM payments AS p LEFT JOIN bookings AS b ON b.id = p.booking_id LEFT JOIN refunds AS r ON r.payment_id = p.id
    WHERE p.id = $1 AND p.record_state = 'full' GROUP BY p.id, b.id`,
  row: factsRow,
  example: [sampleOf('payments')],
});

/**
 * Reads the facts of a payment; null if it does not exist. @param client holds the ledger lock if the result leads to
 * a write
 */
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

function refundReason({ status, paidPaise, returnedPaise, pendingPaise, disputedPaise }: PaymentFacts) {
  const params = {
    paid: rupeesText(paidPaise),
    returned: rupeesText(status === 'refunded' ? paidPaise : returnedPaise),
    pending: rupeesText(pendingPaise),
    disputed: rupeesText(disputedPaise),
  };
  if (status === 'refunded') return { reason: 'returned', params } as const;
  if (status !== 'paid') return { reason: 'unpaid', params } as const;
  const reasons = [
    ...(returnedPaise > 0 ? ['returned'] : []),
    ...(pendingPaise > 0 ? ['pending'] : []),
    ...(disputedPaise > 0 ? ['disputed'] : []),
  ];
  return { reason: (reasons.join('_') || 'paid') as RefundReason, params };
}

/** Explains in English, for the source, why no more of a payment can be refunded (REFD-01). */
export function explainNotRefundable(facts: PaymentFacts): string {
  const { reason, params } = refundReason(facts);
  return fillTemplate(REFUND_REASONS[reason], params);
}

/**
 * Returns the 409 error that no more of a payment can be refunded (REFD-01). @param ending selects the consequence
 * that the message states
 */
export function notRefundableError(facts: PaymentFacts, ending: RefundEnding): ApiError {
  const { reason, params } = refundReason(facts);
  return new ApiError('conflict', sentenceOf(SENTENCES, `refund_${reason}_${ending}`, params));
}
