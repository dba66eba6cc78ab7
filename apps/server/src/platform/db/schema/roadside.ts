import { DEFAULT_TARGETS, REQUEST_KINDS, REQUEST_STATES } from '@wayside/contract/roadside';
import { EMERGENCY_STEPS } from '@wayside/contract/roadside-requests';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bookings } from './bookings.ts';
import { bytes, instant, quoteLiterals, recordId } from './columns.ts';
import { mechanicReference, mechanics } from './mechanics.ts';
import { adminReference, ownerReference, sessions } from './session.ts';

const bookingId = () => recordId().references(() => bookings.id, { onDelete: 'cascade' });

/**
 * Emergencies with their phases and their first claim; a trigger on bookings maintains the phases (ROAD-01, ROAD-07).
 */
export const emergencies = pgTable(
  'emergencies',
  {
    bookingId: bookingId().primaryKey(),
    phase: text({ enum: ['pending', 'accepted', 'arrived', 'ended'] }).notNull(),
    createdAt: instant().notNull(),
    phaseSince: instant().notNull(),
    claimedAt: instant(),
    acceptedAt: instant(),
    arrivedAt: instant(),
    endedAt: instant(),
    /** The cell of the report, computed by `emergency_cell`. Rows older than these three columns have null in them. */
    cell: integer(),
    isCancelled: boolean(),
    /**
     * Whether the booking was cancelled, returned to pending or got another mechanic, so that a mechanic may not have
     * come.
     */
    hasChanged: boolean(),
  },
  (table) => [
    check('emergencies_phase', sql`${table.phase} IN ('pending', 'accepted', 'arrived', 'ended')`),
    check('emergencies_ended', sql`(${table.phase} = 'ended') = (${table.endedAt} IS NOT NULL)`),
    index('emergencies_phases').on(table.phase, table.phaseSince),
    index('emergencies_created').on(table.createdAt, table.bookingId),
  ],
);

/** The owner of each emergency; the primary key allows only one (ROAD-03). */
export const emergencyClaims = pgTable(
  'emergency_claims',
  {
    bookingId: bookingId().primaryKey(),
    adminId: adminReference().notNull(),
    claimedAt: instant().notNull(),
    offeredTo: adminReference(),
    offeredAt: instant(),
  },
  (table) => [
    check('emergency_claims_offer', sql`(${table.offeredTo} IS NULL) = (${table.offeredAt} IS NULL)`),
    check('emergency_claims_colleague', sql`${table.offeredTo} <> ${table.adminId}`),
    index('emergency_claims_admin').on(table.adminId),
  ],
);

/** Requests to the marketplace (ROAD-05); an emergency has at most one pending request. */
export const emergencyRequests = pgTable(
  'emergency_requests',
  {
    id: recordId().primaryKey(),
    bookingId: bookingId().notNull(),
    kind: text({ enum: REQUEST_KINDS }).notNull(),
    mechanicId: mechanicReference(),
    /** The reason for a cancellation; null after an erasure. */
    reason: text(),
    requestedBy: adminReference().notNull(),
    requestedAt: instant().notNull(),
    state: text({ enum: REQUEST_STATES }).notNull().default('waiting'),
    decidedAt: instant(),
  },
  (table) => [
    check('emergency_requests_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('emergency_requests_kind', sql`${table.kind} IN (${quoteLiterals(REQUEST_KINDS)})`),
    check('emergency_requests_state', sql`${table.state} IN (${quoteLiterals(REQUEST_STATES)})`),
    check('emergency_requests_mechanic', sql`(${table.kind} = 'assign') = (${table.mechanicId} IS NOT NULL)`),
    check('emergency_requests_decided', sql`(${table.state} = 'waiting') = (${table.decidedAt} IS NULL)`),
    uniqueIndex('emergency_requests_waiting').on(table.bookingId).where(sql`state = 'waiting'`),
    index('emergency_requests_booking').on(table.bookingId, table.requestedAt),
    index('emergency_requests_mechanic').on(table.mechanicId).where(sql`mechanic_id IS NOT NULL`),
  ],
);

export const emergencySteps = pgTable(
  'emergency_steps',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    bookingId: bookingId().notNull(),
    kind: text({ enum: EMERGENCY_STEPS }).notNull(),
    at: instant().notNull(),
    adminId: adminReference(),
    colleagueId: adminReference(),
    mechanicId: mechanicReference(),
    /** Null after an erasure. */
    reason: text(),
  },
  (table) => [
    check('emergency_steps_kind', sql`${table.kind} IN (${quoteLiterals(EMERGENCY_STEPS)})`),
    index('emergency_steps_booking').on(table.bookingId, table.id),
    index('emergency_steps_kinds').on(table.kind, table.at),
  ],
);

/** Open roadside desks. A claim lasts while its owner's desk is open (ROAD-02, ROAD-03). */
export const roadsideDesks = pgTable('roadside_desks', {
  adminId: adminReference().primaryKey(),
  seenAt: instant().notNull(),
  /** Reset to null by the next heartbeat. */
  closedAt: instant(),
  mutedUntil: instant(),
});

/** Operators on shift. A shift ends with the session that started it (DESK-03). */
export const roadsideShifts = pgTable(
  'roadside_shifts',
  {
    adminId: adminReference().primaryKey(),
    sessionHash: bytes()
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: 'cascade' }),
    startedAt: instant().notNull().defaultNow(),
  },
  (table) => [index('roadside_shifts_session').on(table.sessionHash)],
);

/** Browsers that accept push messages (DESK-05). */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: recordId().primaryKey(),
    adminId: ownerReference().notNull(),
    /** The session that registered the browser; no message is sent after it ends. */
    sessionHash: bytes()
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: 'cascade' }),
    endpointHash: bytes().notNull(),
    /** The endpoint and keys as encrypted JSON. */
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

/** The VAPID key pair of this installation, in a single row (DESK-05). */
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

/** Emergencies for which a push message was sent, until they are claimed or end (DESK-05). */
export const emergencyPushes = pgTable('emergency_pushes', {
  bookingId: bookingId().primaryKey(),
  sentAt: instant().notNull(),
});

/** Target times, in at most one row (ROAD-01). */
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

/** Each mechanic's last position, retained for a day (ROAD-04). */
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
