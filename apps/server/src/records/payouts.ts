import { earning, payout, payoutOfSource } from '@wayside/contract/payouts';
import { storedTransactionKey } from '@wayside/contract/wire/transaction-id';
import { earnings } from '../platform/db/schema/ledger.ts';
import { payouts } from '../platform/db/schema/payouts.ts';
import { defineRecord } from './define-record.ts';
import { reference } from './field-source.ts';

/** The earning of a payment or booking as stated by an export (IMPO-05). */
export const earningRecord = defineRecord({
  table: earnings,
  schema: earning,
  collection: 'earnings',
  posts: true,
  map: {
    id: earnings.id,
    mechanic: reference(earnings.mechanicId),
    booking: reference(earnings.bookingId),
    payment: reference(earnings.paymentId),
    method: earnings.method,
    grossPaise: earnings.grossPaise,
    commissionPaise: earnings.commissionPaise,
    platformFeePaise: earnings.platformFeePaise,
    netPaise: earnings.netPaise,
    transactedAt: earnings.transactedAt,
  },
});

export const payoutRecord = defineRecord({
  table: payouts,
  schema: payout,
  sourceSchema: payoutOfSource,
  collection: 'payouts',
  posts: true,
  map: {
    id: payouts.id,
    mechanic: reference(payouts.mechanicId),
    transactionId: payouts.transactionId,
    amountPaise: payouts.amountPaise,
    method: payouts.method,
    paidAt: payouts.paidAt,
  },
  computed: { transactionKey: ({ transactionId }) => storedTransactionKey(transactionId ?? '') || null },
});
