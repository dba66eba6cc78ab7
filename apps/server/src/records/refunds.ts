import { refund } from '@wayside/contract/refunds';
import { adminName } from '../platform/db/admin-name.ts';
import { refunds } from '../platform/db/schema/refunds.ts';
import { defineSelect } from './define-record.ts';
import { expression, readOnly } from './field-source.ts';

const ofPerson = (alias: string, id: string) => ({
  id: expression<string | null>(id),
  name: expression<string | null>(`${alias}.name`),
  phone: expression<string | null>(`${alias}.phone`),
  email: expression<string | null>(`${alias}.email`),
});

/** A refund or dispute with the people of its payment and who did what (REFD-01, REFD-03). */
export const refundSelect = defineSelect({
  table: refunds,
  schema: refund,
  map: {
    id: readOnly(refunds.id),
    paymentId: readOnly(refunds.paymentId),
    bookingId: expression<string | null>('p.booking_id'),
    customer: ofPerson('u', 'p.customer_id'),
    mechanic: ofPerson('m', 'b.mechanic_id'),
    kind: readOnly(refunds.kind),
    state: readOnly(refunds.state),
    amountPaise: readOnly(refunds.amountPaise),
    returnedPaise: readOnly(refunds.returnedPaise),
    mechanicPercent: readOnly(refunds.mechanicPercent),
    mechanicPaise: expression<number>('b.mechanic_paise'),
    reason: readOnly(refunds.reason),
    dueAt: expression<string | null>('iso_instant(coalesce(b.corrected_due_at, b.due_at))'),
    isAfterRefund: expression<boolean>('coalesce(b.is_after_refund, false)'),
    requestedById: readOnly(refunds.requestedBy),
    requestedBy: expression<string | null>(adminName('requester')),
    requestedAt: readOnly(refunds.requestedAt),
    approvedBy: expression<string | null>(adminName('approver')),
    approvedAt: readOnly(refunds.approvedAt),
    decidedBy: expression<string | null>(adminName('decider')),
    decidedAt: readOnly(refunds.decidedAt),
    outcomeReason: readOnly(refunds.outcomeReason),
  },
  joins: [
    'JOIN payments AS p ON p.id = b.payment_id',
    'LEFT JOIN users AS u ON u.id = p.customer_id',
    'LEFT JOIN mechanics AS m ON m.id = b.mechanic_id',
    'LEFT JOIN admins AS requester ON requester.id = b.requested_by',
    'LEFT JOIN admins AS approver ON approver.id = b.approved_by',
    'LEFT JOIN admins AS decider ON decider.id = b.decided_by',
  ],
});
