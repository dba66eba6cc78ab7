import { type Payment, payment } from '@wayside/contract/payments';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { newRecordId } from './record-id.ts';

/** Creates a paid payment without related records. */
export function aPayment(overrides: Partial<Payment> = {}): Payment {
  return completeRecord(payment, {
    id: newRecordId(),
    amountPaise: 129_800,
    method: 'upi',
    status: 'paid',
    type: 'full',
    transactedAt: '2026-03-05T05:00:00.000Z',
    createdAt: '2026-03-05T04:45:00.000Z',
    ...overrides,
  });
}
