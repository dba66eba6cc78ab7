import { DEFAULT_TARGETS, REQUEST_KINDS, REQUEST_STATES } from '@wayside/contract/roadside';
import { EMERGENCY_STEPS } from '@wayside/contract/roadside-requests';
import { sql } from 'drizzle-orm';
import { bigint, check, doublePrecision, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bookings } from './bookings.ts';
import { bytes, instant, recordId, wordsOf } from './columns.ts';
import { mechanics } from './mechanics.ts';
import { admins, sessions } from './session.ts';

const bookingId = () => recordId().references(() => bookings.id, { onDelete: 'cascade' });
const adminId = () => recordId().references(() => admins.id);

/**
 * The emergencies that were open here: since when each state of the source lasts, kept by a trigger on bookings, and the first claim
 * (ROAD-01, ROAD-07).
 */
export const emergencies = pgTable(
  'emergencies',
  {
    bookingId: bookingId().primaryKey(),
    /** The state of the source. */
    phase: text({ enum: ['pending', 'accepted', 'arrived', 'ended'] }).notNull(),
    createdAt: instant().notNull(),
    /** Since when it is in its phase. */
    phaseSince: instant().notNull(),
    /** The first claim. */
    claimedAt: instant(),
    acceptedAt: instant(),
    arrivedAt: instant(),
    endedAt: instant(),
  },
  (table) => [
    check('emergencies_phase', sql`${table.phase} IN ('pending', 'accepted', 'arrived', 'ended')`),
    check('emergencies_ended', sql`(${table.phase} = 'ended') = (${table.endedAt} IS NOT NULL)`),
    index('emergencies_phases').on(table.phase, table.phaseSince),
    index('emergencies_created').on(table.createdAt, table.bookingId),
  ],
);

/** Who has an emergency now: the key allows one owner at a time (ROAD-03). */
export const emergencyClaims = pgTable(
  'emergency_claims',
  {
    bookingId: bookingId().primaryKey(),
    adminId: adminId().notNull(),
    claimedAt: instant().notNull(),
    offeredTo: adminId(),
    offeredAt: instant(),
  },
  (table) => [
    check('emergency_claims_offer', sql`(${table.offeredTo} IS NULL) = (${table.offeredAt} IS NULL)`),
    check('emergency_claims_colleague', sql`${table.offeredTo} <> ${table.adminId}`),
    index('emergency_claims_admin').on(table.adminId),
  ],
);

/** What the marketplace was asked for (ROAD-05): one request of an emergency waits at a time. */
export const emergencyRequests = pgTable(
  'emergency_requests',
  {
    id: recordId().primaryKey(),
    bookingId: bookingId().notNull(),
    kind: text({ enum: REQUEST_KINDS }).notNull(),
    mechanicId: recordId().references(() => mechanics.id),
    /** Why cancelling is asked for; null once the customer is erased. */
    reason: text(),
    requestedBy: adminId().notNull(),
    requestedAt: instant().notNull(),
    state: text({ enum: REQUEST_STATES }).notNull().default('waiting'),
    decidedAt: instant(),
  },
  (table) => [
    check('emergency_requests_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('emergency_requests_kind', sql`${table.kind} IN (${wordsOf(REQUEST_KINDS)})`),
    check('emergency_requests_state', sql`${table.state} IN (${wordsOf(REQUEST_STATES)})`),
    check('emergency_requests_mechanic', sql`(${table.kind} = 'assign') = (${table.mechanicId} IS NOT NULL)`),
    check('emergency_requests_decided', sql`(${table.state} = 'waiting') = (${table.decidedAt} IS NULL)`),
    uniqueIndex('emergency_requests_waiting').on(table.bookingId).where(sql`state = 'waiting'`),
    index('emergency_requests_booking').on(table.bookingId, table.requestedAt),
    index('emergency_requests_mechanic').on(table.mechanicId).where(sql`mechanic_id IS NOT NULL`),
  ],
);

/** The timelines of emergencies (ROAD-03). */
export const emergencySteps = pgTable(
  'emergency_steps',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    bookingId: bookingId().notNull(),
    kind: text({ enum: EMERGENCY_STEPS }).notNull(),
    at: instant().notNull(),
    adminId: adminId(),
    colleagueId: adminId(),
    mechanicId: recordId().references(() => mechanics.id),
    /** Null once the customer is erased. */
    reason: text(),
  },
  (table) => [
    check('emergency_steps_kind', sql`${table.kind} IN (${wordsOf(EMERGENCY_STEPS)})`),
    index('emergency_steps_booking').on(table.bookingId, table.id),
    index('emergency_steps_kinds').on(table.kind, table.at),
  ],
);

/** The desks that were open last: claims live while their owner's is (ROAD-02, ROAD-03). */
export const roadsideDesks = pgTable('roadside_desks', {
  adminId: recordId()
    .primaryKey()
    .references(() => admins.id),
  seenAt: instant().notNull(),
  /** When it said that it closes; null again with its next sign. */
  closedAt: instant(),
  mutedUntil: instant(),
});

/** Who is on shift. The shift ends with the session that started it (DESK-03). */
export const roadsideShifts = pgTable(
  'roadside_shifts',
  {
    adminId: adminId().primaryKey(),
    sessionHash: bytes()
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: 'cascade' }),
    startedAt: instant().notNull().defaultNow(),
  },
  (table) => [index('roadside_shifts_session').on(table.sessionHash)],
);

/** The browsers that people allow to show notifications (DESK-05). */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: recordId().primaryKey(),
    adminId: recordId()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** The session that subscribed: without it nothing is sent. */
    sessionHash: bytes()
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: 'cascade' }),
    /** SHA-256 of the endpoint. */
    endpointHash: bytes().notNull(),
    /** Endpoint and keys as JSON, encrypted. */
    subscription: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    check('push_subscriptions_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    uniqueIndex('push_subscriptions_endpoint').on(table.endpointHash),
    index('push_subscriptions_admin').on(table.adminId),
    index('push_subscriptions_session').on(table.sessionHash),
  ],
);

/** The key pair that identifies this installation to push services: one row (DESK-05). */
export const pushKeys = pgTable(
  'push_keys',
  {
    id: text().primaryKey(),
    publicKey: text().notNull(),
    /** Encrypted. */
    privateKey: text().notNull(),
  },
  (table) => [check('push_keys_id', sql`${table.id} = 'vapid'`)],
);

/** The emergencies that notifications are shown for, until somebody claims them or they end (DESK-05). */
export const emergencyPushes = pgTable('emergency_pushes', {
  bookingId: bookingId().primaryKey(),
  sentAt: instant().notNull(),
});

/** The targets, in seconds: one row, or none before somebody sets any (ROAD-01). */
export const roadsideSettings = pgTable(
  'roadside_settings',
  {
    onlyRow: integer().primaryKey().default(1),
    claimSeconds: integer().notNull().default(DEFAULT_TARGETS.claimSeconds),
    assignSeconds: integer().notNull().default(DEFAULT_TARGETS.assignSeconds),
    arriveSeconds: integer().notNull().default(DEFAULT_TARGETS.arriveSeconds),
  },
  (table) => [
    check('roadside_settings_one_row', sql`${table.onlyRow} = 1`),
    check(
      'roadside_settings_targets',
      sql`least(${table.claimSeconds}, ${table.assignSeconds}, ${table.arriveSeconds}) > 0`,
    ),
  ],
);

/** Where each mechanic was last, for a day (ROAD-04). */
export const mechanicPositions = pgTable(
  'mechanic_positions',
  {
    mechanicId: recordId()
      .primaryKey()
      .references(() => mechanics.id, { onDelete: 'cascade' }),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    at: instant().notNull(),
  },
  (table) => [
    check(
      'mechanic_positions_place',
      sql`${table.latitude} between -90 and 90 and ${table.longitude} between -180 and 180`,
    ),
    index('mechanic_positions_point').using('gist', sql`point(longitude, latitude)`),
    index('mechanic_positions_at').on(table.at),
  ],
);
