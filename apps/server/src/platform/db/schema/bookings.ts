import { sql } from 'drizzle-orm';
import { bigint, check, doublePrecision, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, isFull, isUnassigned, listedBy, listIndex, paise, recordId, recordState } from './columns.ts';
import { mechanicReference } from './mechanics.ts';
import { IS_SAMPLED_SQL } from './samples.ts';
import { userReference } from './users.ts';

/** A copy of the service at the time of booking. */
export interface BookedService {
  readonly name: string | null;
  readonly pricePaise: number | null;
}

/** Bookings (BOOK-04, BOOK-08). Only the charges of the booking's kind are set (BOOK-10). */
export const bookings = pgTable(
  'bookings',
  {
    id: recordId().primaryKey(),
    recordState: recordState(),
    kind: text(),
    status: text(),
    paymentStatus: text(),
    services: jsonb().$type<BookedService[]>().notNull().default([]),
    problem: text(),
    scheduledAt: instant(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    rating: doublePrecision(),
    customerId: userReference(),
    mechanicId: mechanicReference(),
    totalPaise: paise(),
    paidPaise: paise(),
    duePaise: paise(),
    discountPaise: paise(),
    platformFeePaise: paise(),
    mechanicChargePaise: paise(),
    serviceCostPaise: paise(),
    pricePerKmPaise: paise(),
    additionalServiceCostPaise: paise(),
    createdAt: instant(),
    updatedAt: instant(),
    listedAt: listedBy('created_at'),
  },
  (table) => [
    check('bookings_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('bookings_record_state', sql`${table.recordState} in ('full', 'stub', 'erased')`),
    check('bookings_services', sql`jsonb_typeof(${table.services}) = 'array'`),
    check(
      'bookings_amounts',
      sql`least(${table.totalPaise}, ${table.paidPaise}, ${table.duePaise}, ${table.discountPaise}, ${table.platformFeePaise}, ${table.mechanicChargePaise}, ${table.serviceCostPaise}, ${table.pricePerKmPaise}, ${table.additionalServiceCostPaise}) >= 0`,
    ),
    check('bookings_place', sql`${table.latitude} between -90 and 90 and ${table.longitude} between -180 and 180`),
    listIndex('bookings_listed', [], table.listedAt, table.id).where(isFull),
    listIndex('bookings_status_listed', [table.status], table.listedAt, table.id).where(isFull),
    listIndex('bookings_kind_listed', [table.kind], table.listedAt, table.id).where(isFull),
    listIndex('bookings_unassigned_listed', [], table.listedAt, table.id).where(isUnassigned),
    // Used to find the oldest emergency of a status that has no mechanic (WORK-01).
    listIndex('bookings_unassigned_emergencies', [table.status], table.listedAt, table.id).where(
      sql`record_state = 'full' and mechanic_id is null and kind = 'emergency'`,
    ),
    // Used to find mechanics with an open booking (ROAD-04).
    index('bookings_busy_mechanic')
      .on(table.mechanicId)
      .where(sql`record_state = 'full' and status in ('accepted', 'arrived') and mechanic_id is not null`),
    listIndex('bookings_of_customer', [table.customerId], table.listedAt, table.id, [
      table.status,
      table.recordState,
    ]),
    listIndex('bookings_of_mechanic', [table.mechanicId], table.listedAt, table.id, [
      table.status,
      table.recordState,
    ]),
    // Used to find bookings by a total that a caller states (BOOK-15).
    index('bookings_amount').on(table.totalPaise).where(isFull),
    index('bookings_sample').on(table.id).where(sql.raw(IS_SAMPLED_SQL)),
    index('bookings_fragment').using('gin', sql`id gin_trgm_ops`).where(isFull),
  ],
);

/**
 * The status history of bookings (PEOP-02), appended by a trigger. The first change also appends the status before
 * it. There are no foreign keys, because the rows are retained after the booking is deleted.
 */
export const bookingStatusChanges = pgTable(
  'booking_status_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    bookingId: recordId().notNull(),
    status: text().notNull(),
    /** The source's time if it lies between the previous status and now. */
    at: instant().notNull(),
    customerId: recordId(),
    mechanicId: recordId(),
  },
  (table) => [
    listIndex('booking_status_changes_booking', [table.bookingId], table.at, table.id),
    listIndex('booking_status_changes_customer', [table.customerId], table.at, table.id).where(
      sql`customer_id IS NOT NULL`,
    ),
    listIndex('booking_status_changes_mechanic', [table.mechanicId], table.at, table.id).where(
      sql`mechanic_id IS NOT NULL`,
    ),
  ],
);
