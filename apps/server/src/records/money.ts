import { type Payment, payment } from '@wayside/contract/payments';
import { type Earning, earning, type Payout, payout } from '@wayside/contract/payouts';
import { transactionKey } from '@wayside/contract/wire/transaction-id';
import { defineCollection } from './collection.ts';

/** What customers pay. */
export const payments = defineCollection<Payment>({
  name: 'payments',
  noun: 'a payment',
  codec: payment,
  table: 'payments',
  columns: [
    { name: 'booking_id', type: 'text', read: ({ booking }) => booking?.id ?? null, references: 'bookings' },
    { name: 'customer_id', type: 'text', read: ({ customer }) => customer?.id ?? null, references: 'users' },
    { name: 'mechanic_id', type: 'text', read: ({ mechanic }) => mechanic?.id ?? null, references: 'mechanics' },
    { name: 'amount_paise', type: 'bigint', read: (record) => record.amountPaise },
    { name: 'method', type: 'text', read: (record) => record.method },
    { name: 'status', type: 'text', read: (record) => record.status },
    { name: 'type', type: 'text', read: (record) => record.type },
    { name: 'screenshot', type: 'text', read: (record) => record.screenshot },
    { name: 'total_paise', type: 'bigint', read: ({ amounts }) => amounts?.totalPaise ?? null },
    { name: 'discount_paise', type: 'bigint', read: ({ amounts }) => amounts?.discountPaise ?? null },
    { name: 'paid_paise', type: 'bigint', read: ({ amounts }) => amounts?.paidPaise ?? null },
    { name: 'due_paise', type: 'bigint', read: ({ amounts }) => amounts?.duePaise ?? null },
    { name: 'transacted_at', type: 'timestamptz', read: (record) => record.transactedAt },
    { name: 'created_at', type: 'timestamptz', read: (record) => record.createdAt },
  ],
});

/** What payments earned mechanics, as an export states it (IMPO-05). */
export const earnings = defineCollection<Earning>({
  name: 'earnings',
  noun: 'an earnings row',
  codec: earning,
  table: 'earnings',
  columns: [
    { name: 'mechanic_id', type: 'text', read: (record) => record.mechanic.id, references: 'mechanics' },
    { name: 'booking_id', type: 'text', read: ({ booking }) => booking?.id ?? null, references: 'bookings' },
    { name: 'payment_id', type: 'text', read: ({ payment }) => payment?.id ?? null, references: 'payments' },
    { name: 'method', type: 'text', read: (record) => record.method },
    { name: 'gross_paise', type: 'bigint', read: (record) => record.grossPaise },
    { name: 'commission_paise', type: 'bigint', read: (record) => record.commissionPaise },
    { name: 'platform_fee_paise', type: 'bigint', read: (record) => record.platformFeePaise },
    { name: 'net_paise', type: 'bigint', read: (record) => record.netPaise },
    { name: 'transacted_at', type: 'timestamptz', read: (record) => record.transactedAt },
  ],
});

/** What went to mechanics. */
export const payouts = defineCollection<Payout>({
  name: 'payouts',
  noun: 'a payout',
  codec: payout,
  table: 'payouts',
  columns: [
    { name: 'mechanic_id', type: 'text', read: (record) => record.mechanic.id, references: 'mechanics' },
    { name: 'transaction_id', type: 'text', read: (record) => record.transactionId },
    { name: 'amount_paise', type: 'bigint', read: (record) => record.amountPaise },
    { name: 'method', type: 'text', read: (record) => record.method },
    { name: 'paid_at', type: 'timestamptz', read: (record) => record.paidAt },
    {
      name: 'transaction_key',
      type: 'text',
      read: ({ transactionId }) => transactionKey(transactionId ?? '') || null,
    },
  ],
});
