import { type Booking, booking } from '@wayside/contract/bookings';
import { bookings } from '../platform/db/schema/bookings.ts';
import { defineRecord } from './define-record.ts';
import { noteCount, nullUnless, person, point } from './field-source.ts';

/** The charges are stored once, and belong to the summary of the booking's kind (BOOK-10). */
const chargesWhere = (sql: string, holds: (booking: Booking) => boolean) =>
  nullUnless(
    { sql, holds },
    {
      platformFeePaise: bookings.platformFeePaise,
      mechanicChargePaise: bookings.mechanicChargePaise,
      serviceCostPaise: bookings.serviceCostPaise,
      pricePerKmPaise: bookings.pricePerKmPaise,
      additionalServiceCostPaise: bookings.additionalServiceCostPaise,
    },
  );

export const bookingRecord = defineRecord({
  table: bookings,
  schema: booking,
  collection: 'bookings',
  posts: true,
  map: {
    id: bookings.id,
    kind: bookings.kind,
    status: bookings.status,
    paymentStatus: bookings.paymentStatus,
    services: bookings.services,
    problem: bookings.problem,
    scheduledAt: bookings.scheduledAt,
    location: point(bookings.latitude, bookings.longitude),
    rating: bookings.rating,
    customer: person(bookings.customerId),
    mechanic: person(bookings.mechanicId),
    amounts: {
      totalPaise: bookings.totalPaise,
      paidPaise: bookings.paidPaise,
      duePaise: bookings.duePaise,
      discountPaise: bookings.discountPaise,
    },
    serviceCharges: chargesWhere("b.kind IS DISTINCT FROM 'emergency'", ({ kind }) => kind !== 'emergency'),
    emergencyCharges: chargesWhere("b.kind = 'emergency'", ({ kind }) => kind === 'emergency'),
    createdAt: bookings.createdAt,
    updatedAt: bookings.updatedAt,
    noteCount: noteCount('booking_id'),
  },
});
