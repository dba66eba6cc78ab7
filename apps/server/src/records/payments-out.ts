import { paymentOut } from '@wayside/contract/payments-out';
import { adminNameSql } from '../platform/db/admin-name.ts';
import { paymentsOut } from '../platform/db/schema/payouts.ts';
import { defineSelect } from './define-record.ts';
import { expression, readOnly } from './field-source.ts';

const ofPayee = (field: string) => expression<string | null>(`coalesce(m.${field}, u.${field})`);

/** A payout, loyalty payment or void with the payee, the requester and the administrator who voided it. */
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
    requestedBy: expression<string | null>(adminNameSql('a')),
    voidOf: readOnly(paymentsOut.voidOf),
    voidOfKind: readOnly(paymentsOut.voidOfKind),
    voidedAt: expression<string | null>('iso_instant(v.voided_at)'),
    voidedBy: expression<string | null>(adminNameSql('voider')),
    voidReason: expression<string | null>('v.reason'),
  },
  joins: [
    'LEFT JOIN mechanics AS m ON m.id = b.mechanic_id',
    'LEFT JOIN users AS u ON u.id = b.customer_id',
    'LEFT JOIN admins AS a ON a.id = b.requested_by',
    `LEFT JOIN LATERAL (SELECT * FROM payout_voids WHERE b.kind = 'payout' AND payout_id = b.id
      UNION ALL SELECT * FROM payout_voids WHERE b.kind = 'loyalty' AND loyalty_payout_id = b.id
      UNION ALL SELECT * FROM payout_voids WHERE b.kind = 'void' AND id = b.id) AS v ON true`,
    'LEFT JOIN admins AS voider ON voider.id = v.voided_by',
  ],
});
