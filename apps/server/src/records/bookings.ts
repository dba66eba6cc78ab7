import { type Booking, booking, chargesOf } from '@wayside/contract/bookings';
import { defineCollection } from './collection.ts';

/** Bookings. Of the two summaries of charges the one of the booking's own kind is kept (BOOK-10). */
export const bookings = defineCollection<Booking>({
  name: 'bookings',
  noun: 'a booking',
  codec: booking,
  table: 'bookings',
  columns: [
    { name: 'kind', type: 'text', read: (record) => record.kind },
    { name: 'status', type: 'text', read: (record) => record.status },
    { name: 'payment_status', type: 'text', read: (record) => record.paymentStatus },
    { name: 'services', type: 'jsonb', read: (record) => record.services },
    { name: 'problem', type: 'text', read: (record) => record.problem },
    { name: 'scheduled_at', type: 'timestamptz', read: (record) => record.scheduledAt },
    { name: 'latitude', type: 'double precision', read: ({ location }) => location?.latitude ?? null },
    { name: 'longitude', type: 'double precision', read: ({ location }) => location?.longitude ?? null },
    { name: 'rating', type: 'double precision', read: (record) => record.rating },
    { name: 'customer_id', type: 'text', read: ({ customer }) => customer?.id ?? null, references: 'users' },
    { name: 'mechanic_id', type: 'text', read: ({ mechanic }) => mechanic?.id ?? null, references: 'mechanics' },
    { name: 'total_paise', type: 'bigint', read: ({ amounts }) => amounts?.totalPaise ?? null },
    { name: 'paid_paise', type: 'bigint', read: ({ amounts }) => amounts?.paidPaise ?? null },
    { name: 'due_paise', type: 'bigint', read: ({ amounts }) => amounts?.duePaise ?? null },
    { name: 'discount_paise', type: 'bigint', read: ({ amounts }) => amounts?.discountPaise ?? null },
    { name: 'platform_fee_paise', type: 'bigint', read: (record) => chargesOf(record)?.platformFeePaise ?? null },
    {
      name: 'mechanic_charge_paise',
      type: 'bigint',
      read: (record) => chargesOf(record)?.mechanicChargePaise ?? null,
    },
    { name: 'service_cost_paise', type: 'bigint', read: (record) => chargesOf(record)?.serviceCostPaise ?? null },
    { name: 'price_per_km_paise', type: 'bigint', read: (record) => chargesOf(record)?.pricePerKmPaise ?? null },
    {
      name: 'additional_service_cost_paise',
      type: 'bigint',
      read: (record) => chargesOf(record)?.additionalServiceCostPaise ?? null,
    },
    { name: 'created_at', type: 'timestamptz', read: (record) => record.createdAt },
    { name: 'updated_at', type: 'timestamptz', read: (record) => record.updatedAt },
  ],
});
