import type { Payment } from '@wayside/contract/payments';
import { newRecordId } from './record-id.ts';

/** A paid payment on its own. */
export function aPayment(overrides: Partial<Payment> = {}): Payment {
  return {
    id: newRecordId(),
    booking: null,
    amountPaise: 129_800,
    method: 'upi',
    status: 'paid',
    type: 'full',
    transactedAt: '2026-03-05T05:00:00.000Z',
    createdAt: '2026-03-05T04:45:00.000Z',
    screenshot: null,
    customer: null,
    mechanic: null,
    amounts: null,
    ...overrides,
  };
}
