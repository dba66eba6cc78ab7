import {
  type ActivityAction,
  type ActivityEntity,
  COMMAND_LINE_ID,
  type FieldValue,
} from '@wayside/contract/activity';
import { EVENT_TYPES, type EventType } from '@wayside/contract/event-types';
import { eventData } from '@wayside/contract/events';
import { encoderOf, type Wire } from '@wayside/contract/wire/wire';
import { ObjectId } from 'bson';
import type pg from 'pg';
import { z } from 'zod';
import type { Actor } from '../../actor.ts';
import { commandLineActor, type NewActivityEntry, toFieldChanges } from './activity-entry.ts';
import { appendLink } from './chain-links.ts';
import type { Database } from './database.ts';
import { sealsOf } from './seals.ts';
import { defineStatement, rowsOf, sampleOf } from './statement.ts';

interface NewEvent {
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
}

type TypeOfAction = Readonly<Partial<Record<ActivityAction, EventType>>>;

/** Event types that cannot be derived from entity and action. Other actions of these entities publish no events. */
const EVENT_TYPES_BY_ACTION: Readonly<Partial<Record<ActivityEntity, TypeOfAction>>> = {
  user: {
    blocked: 'user.blocked',
    unblocked: 'user.unblocked',
    deleted: 'user.deleted',
    paid: 'user.loyalty_paid',
  },
  mechanic: {
    approved: 'mechanic.approved',
    rejected: 'mechanic.rejected',
    resubmission_requested: 'mechanic.resubmission_requested',
    blocked: 'mechanic.blocked',
    unblocked: 'mechanic.unblocked',
    marked_expert: 'mechanic.expert_changed',
    marked_regular: 'mechanic.expert_changed',
    deleted: 'mechanic.deleted',
    paid: 'mechanic.loyalty_paid',
  },
  configuration: { created: 'configuration.updated', updated: 'configuration.updated' },
  // A refund that needs approval is sent when it is approved.
  refund: {
    approved: 'refund.requested',
    cancelled: 'refund.cancelled',
    confirmed: 'refund.confirmed',
    opened: 'dispute.opened',
    lost: 'dispute.lost',
    won: 'dispute.won',
  },
};

function typeOf({ entity, action, event }: NewActivityEntry): EventType | null {
  const known = EVENT_TYPES_BY_ACTION[entity];
  if (event?.type) return event.type;
  if (known) return known[action] ?? null;
  return EVENT_TYPES.find((type) => type === `${entity}.${action}`) ?? null;
}

/**
 * Returns the event of an activity entry (HOOK-01), with the fields that its type declares and their names in the
 * API. Null for entries without an event.
 */
function eventOfActivity(entry: NewActivityEntry): NewEvent | null {
  const type = typeOf(entry);
  if (type === null) return null;
  const { entityId, changes = [], note, event = {} } = entry;
  const encode = encoderOf(eventData[type] as Wire<unknown> as Wire<Record<string, unknown>>);
  const data = encode({
    ...Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    ...(note ? { remarks: note } : {}),
    ...event.fields,
    entity: type.slice(0, type.indexOf('.')),
    id: event.id ?? entityId,
  });
  return { type, data: data as NewEvent['data'] };
}

// The event part counts the entries, which forces their insertion first, so that sequences follow the order of the
// log.
const INSERT_ACTIVITIES = defineStatement({
  name: 'insert-activities',
  text: `WITH entry AS (
           INSERT INTO activity (at, actor_id, actor_email, address, request_id, action, entity, entity_id, changes, note, seals)
           SELECT $1, $2, $3, $4, $5, action, entity, entity_id, changes::jsonb, note, seals::jsonb
           FROM unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $14::text[])
             WITH ORDINALITY AS given (action, entity, entity_id, changes, note, seals, place) ORDER BY place
           RETURNING id, hash),
         event AS (
           INSERT INTO events (id, type, at, data)
           SELECT given.id, type, $1, data::jsonb FROM (SELECT count(*) FROM entry) AS written,
             unnest($11::text[], $12::text[], $13::text[]) WITH ORDINALITY AS given (id, type, data, place)
           WHERE type IS NOT NULL ORDER BY place)
         SELECT min(id) AS "firstId", max(id) AS "lastId", (array_agg(hash ORDER BY id DESC))[1] AS hash FROM entry`,
  row: z.object({ firstId: z.number(), lastId: z.number(), hash: z.instanceof(Buffer) }),
  example: [
    new Date(0),
    ...[null, null, null, null],
    ...[['created'], ['slot'], [sampleOf('slots')], ['[]'], [null]],
    ...[['evt_1'], [null], [null]],
    ['{}'],
  ],
});

/**
 * Appends an entry to the activity log (SECU-05) and, for an administrator's change, an event (HOOK-01). Call it as
 * the last statement of the change's transaction, because other writers wait for its commit. It also seals the
 * current state of the records that the entry decides on (OWN-05).
 */
export const recordActivity = (
  client: pg.ClientBase,
  actor: Actor,
  at: Date,
  entry: NewActivityEntry,
): Promise<void> => recordActivities(client, actor, at, [entry]);

/** Appends several entries of one actor in one statement. */
export async function recordActivities(
  client: pg.ClientBase,
  actor: Actor,
  at: Date,
  entries: readonly NewActivityEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const events = entries.map((entry) => eventOf(actor, entry));
  const seals = await sealsOf(client, entries);
  const [row] = await rowsOf(client, INSERT_ACTIVITIES, [
    at,
    actor.id,
    actor.email,
    actor.address,
    actor.requestId,
    entries.map(({ action }) => action),
    entries.map(({ entity }) => entity),
    entries.map(({ entityId }) => entityId),
    entries.map(({ changes = [] }) => JSON.stringify(changes)),
    entries.map(({ note = null }) => note),
    entries.map(newEventId),
    events.map((event) => event?.type ?? null),
    events.map((event) => event && JSON.stringify(event.data)),
    seals.map((each) => JSON.stringify(each)),
  ]);
  if (row === undefined) throw new Error('the entries were not inserted');
  // Ids have no gaps, so the last id is the length of the chain.
  const { firstId, lastId, hash } = row;
  await appendLink(client, { chain: 'activity', entries: lastId, firstId, lastId, hash });
}

/**
 * Returns the event of an entry. Only administrators cause events (HOOK-01), with one exception: the marketplace
 * confirms refunds (REFD-01).
 */
const eventOf = (actor: Actor, entry: NewActivityEntry) =>
  (actor.id === null || actor.id === COMMAND_LINE_ID) && entry.entity !== 'refund' ? null : eventOfActivity(entry);

const newEventId = (): string => `evt_${new ObjectId().toHexString()}`;

/** Logs the change that a command made to the database (PRIV-03). */
export function recordCommand(
  database: Database,
  action: ActivityAction,
  facts: Readonly<Record<string, FieldValue>> = {},
): Promise<void> {
  const changes = toFieldChanges(facts);
  return database.transaction((client) =>
    recordActivity(client, commandLineActor(), new Date(), { action, entity: 'database', entityId: null, changes }),
  );
}
