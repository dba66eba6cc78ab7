import { paymentOut } from '@wayside/contract/payments-out';
import { paymentsOut } from '../db/schema/payments-out.ts';
import { defineSelect } from './define-record.ts';
import { expression, readOnly } from './field-source.ts';

const ofPayee = (field: string) => expression<string | null>(`coalesce(m.${field}, u.${field})`);

/** A payout or a loyalty payment, with who was paid and who asked for it. */
export const paymentOutSelect = defineSelect({
  table: paymentsOut,
  schema: paymentOut,
  map: {
    id: readOnly(paymentsOut.id),
    kind: readOnly(paymentsOut.kind),
    payeeKind: expression<'mechanic' | 'customer'>(
      `CASE WHEN b.mechanic_id IS NULL THEN 'customer' ELSE 'mechanic' END`,
    ),
    payee: { id: ofPayee('id'), name: ofPayee('name'), phone: ofPayee('phone'), email: ofPayee('email') },
    amountPaise: readOnly(paymentsOut.amountPaise),
    method: readOnly(paymentsOut.method),
    transactionId: readOnly(paymentsOut.transactionId),
    paidAt: readOnly(paymentsOut.paidAt),
    requestedBy: expression<string | null>(`coalesce(nullif(trim(a.name), ''), a.email)`),
  },
  joins: [
    'LEFT JOIN mechanics AS m ON m.id = b.mechanic_id',
    'LEFT JOIN users AS u ON u.id = b.customer_id',
    'LEFT JOIN admins AS a ON a.id = b.requested_by',
  ],
});
