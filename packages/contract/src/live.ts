import { ACTIVITY_ENTITIES, type CatalogueEntity, isCatalogueEntity } from './activity.ts';
import { type Role, roleMay } from './roles.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { maybe, openEnum, text } from './wire/fields.ts';
import type { Permission } from './wire/permissions.ts';
import { wholeNumber } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('live');

/**
 * The kinds of records with streamed changes (LIVE-01). A balance has the id of its mechanic, a note the id of its
 * record, and a desk the id of its administrator.
 */
export const LIVE_ENTITIES = [
  ...ACTIVITY_ENTITIES,
  'note',
  'payment',
  'payout',
  'loyalty_payout',
  'earning',
  'balance',
  'activity',
  'emergency',
  'roadside_desk',
  'call',
] as const;
export type LiveEntity = (typeof LIVE_ENTITIES)[number];

/**
 * The permission that a role needs to receive a change: the permission of the endpoint that reads the records
 * (OWN-10).
 */
const LIVE_PERMISSIONS: Readonly<Record<Exclude<LiveEntity, CatalogueEntity>, Permission | 'signed-in'>> = {
  booking: 'records:read',
  user: 'records:read',
  mechanic: 'records:read',
  configuration: 'records:read',
  emergency: 'records:read',
  roadside_settings: 'records:read',
  roadside_desk: 'records:read',
  note: 'records:read',
  call: 'records:read',
  saved_view: 'signed-in',
  approval_settings: 'signed-in',
  payment: 'payments:read',
  refund: 'payments:read',
  payout: 'payouts:read',
  loyalty_payout: 'payouts:read',
  earning: 'payouts:read',
  balance: 'payouts:read',
  payment_run: 'payouts:read',
  settlement_file: 'settlements:reconcile',
  settlement_line: 'settlements:reconcile',
  bank_answer: 'payouts:read',
  close: 'payouts:read',
  ledger_account: 'payouts:read',
  approval: 'money:move',
  job: 'people:block',
  notification: 'notifications:manage',
  webhook_endpoint: 'integrations:manage',
  service_key: 'integrations:manage',
  admin: 'team:manage',
  activity: 'activity:read',
  export: 'activity:read',
  database: 'activity:read',
};

const hasOwnPermission = (entity: string): entity is keyof typeof LIVE_PERMISSIONS =>
  Object.hasOwn(LIVE_PERMISSIONS, entity);

/** Checks whether a role receives the changes of an entity (OWN-10). No role receives changes of an unknown entity. */
export function roleMayReceive(role: Role, entity: string): boolean {
  if (isCatalogueEntity(entity)) return roleMay(role, 'records:read');
  const permission = hasOwnPermission(entity) ? LIVE_PERMISSIONS[entity] : null;
  return permission === 'signed-in' || (permission !== null && roleMay(role, permission));
}

const fields = {
  entity: openEnum(LIVE_ENTITIES),
  /** The id of the record; null if more records of this kind have changed than are listed. */
  id: maybe(text),
};

/** A record that was created, changed or deleted, identified only by its id. */
export type LiveChange = DomainOf<typeof fields>;
export const liveChange: Wire<LiveChange> = wireObject(fields);

/** The named events of the stream; changes have no event name. */
export const LIVE_EVENTS = {
  /** Nothing has changed. A later stream continues at the id of this event. */
  position: 'position',
  /** The changes are unknown, so clients refetch everything on the screen. */
  resync: 'resync',
} as const;

/** The header with which a client resumes the stream. */
export const LAST_EVENT_ID_HEADER = 'last-event-id';

const MAX_AGE_MS = 3_600_000;

const ageMs = wholeNumber(0, MAX_AGE_MS);

/** LIVE-01 */
export const streamLiveChanges = endpoint('streamLiveChanges', 'GET /admin/live', {
  permission: 'signed-in',
  summary:
    'Server-sent events {entity, id} of every change to a record that the role may read, within 2 seconds of its commit; some may come twice. With `Last-Event-ID` the stream continues after that event, or sends `resync` when it cannot; `age` requests the changes of the last milliseconds too. The event `position` has only an id, which is opaque.',
  successNeeds: [],
  query: wireObject({ ageMs: maybe(ageMs) }, { ageMs: 'age' }),
  response: liveChange,
  isEventStream: true,
});
