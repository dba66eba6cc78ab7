import { payment } from '@wayside/contract/payments';
import { payments } from '../platform/db/schema/payments.ts';
import { defineRecord } from './define-record.ts';
import { person, reference, separate } from './field-source.ts';

/** The screenshot's copy in Wayside, or the address on another host until there is a copy (FILE-04). */
const COPIED_SCREENSHOT = `coalesce(
  (SELECT copied_image FROM document_copies WHERE field = 'screenshot' AND id = b.id), b.screenshot)`;

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
    screenshot: separate({ read: COPIED_SCREENSHOT, write: payments.screenshot }),
    amounts: {
      totalPaise: payments.totalPaise,
      discountPaise: payments.discountPaise,
      paidPaise: payments.paidPaise,
      duePaise: payments.duePaise,
    },
    transactedAt: payments.transactedAt,
    createdAt: payments.createdAt,
    transactionId: payments.transactionId,
  },
});
