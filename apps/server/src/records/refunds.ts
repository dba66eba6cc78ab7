import { refund } from '@wayside/contract/refunds';
import { adminNameSql } from '../platform/db/admin-name.ts';
import { listedRefunds } from '../platform/db/schema/refunds.ts';
import { defineSelect } from './define-record.ts';
import { expression, readOnly } from './field-source.ts';

const ofPerson = (alias: string, id: string) => ({
  id: expression<string | null>(id),
  name: expression<string | null>(`${alias}.name`),
  phone: expression<string | null>(`${alias}.phone`),
  email: expression<string | null>(`${alias}.email`),
});

/** A refund or dispute with the people of its payment and the administrators who handled it (REFD-01, REFD-03). */
export const refundSelect = defineSelect({
  table: listedRefunds,
  schema: refund,
  map: {
    id: readOnly(listedRefunds.id),
    paymentId: readOnly(listedRefunds.paymentId),
    bookingId: readOnly(listedRefunds.bookingId),
    customer: ofPerson('u', 'b.customer_id'),
    mechanic: ofPerson('m', 'b.mechanic_id'),
    kind: readOnly(listedRefunds.kind),
    state: readOnly(listedRefunds.state),
    amountPaise: readOnly(listedRefunds.amountPaise),
    returnedPaise: readOnly(listedRefunds.returnedPaise),
    mechanicPercent: readOnly(listedRefunds.mechanicPercent),
    mechanicPaise: expression<number>('b.mechanic_paise'),
    reason: readOnly(listedRefunds.reason),
    dueAt: readOnly(listedRefunds.dueAt),
    isAfterRefund: expression<boolean>('coalesce(b.is_after_refund, false)'),
    requestedById: readOnly(listedRefunds.requestedBy),
    requestedBy: expression<string | null>(adminNameSql('requester')),
    requestedAt: readOnly(listedRefunds.requestedAt),
    approvedBy: expression<string | null>(adminNameSql('approver')),
    approvedAt: readOnly(listedRefunds.approvedAt),
    decidedBy: expression<string | null>(adminNameSql('decider')),
    decidedAt: readOnly(listedRefunds.decidedAt),
    outcomeReason: readOnly(listedRefunds.outcomeReason),
  },
  joins: [
    'LEFT JOIN users AS u ON u.id = b.customer_id',
    'LEFT JOIN mechanics AS m ON m.id = b.mechanic_id',
    'LEFT JOIN admins AS requester ON requester.id = b.requested_by',
    'LEFT JOIN admins AS approver ON approver.id = b.approved_by',
    'LEFT JOIN admins AS decider ON decider.id = b.decided_by',
  ],
});
