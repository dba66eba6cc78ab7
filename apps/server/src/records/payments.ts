import { payment } from '@wayside/contract/payments';
import { payments } from '../db/schema/payments.ts';
import { defineRecord } from './define-record.ts';
import { person, reference } from './field-source.ts';

export const paymentRecord = defineRecord({
  table: payments,
  schema: payment,
  collection: 'payments',
  posts: true,
  map: {
    id: payments.id,
    booking: reference(payments.bookingId),
    customer: person(payments.customerId),
    mechanic: person(payments.mechanicId),
    amountPaise: payments.amountPaise,
    method: payments.method,
    status: payments.status,
    type: payments.type,
    screenshot: payments.screenshot,
    amounts: {
      totalPaise: payments.totalPaise,
      discountPaise: payments.discountPaise,
      paidPaise: payments.paidPaise,
      duePaise: payments.duePaise,
    },
    transactedAt: payments.transactedAt,
    createdAt: payments.createdAt,
  },
});
