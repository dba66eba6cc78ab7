import { ACTIVITY_ENTITIES } from './activity.ts';
import { endpoint } from './wire/endpoint.ts';
import { maybe, openEnum, text } from './wire/fields.ts';
import { wholeNumber } from './wire/whole-number.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, wireObject } from './wire/wire-object.ts';

/** The kinds of record whose changes are streamed (LIVE-01). A balance has the id of its mechanic, a note that of its record. */
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
] as const;
export type LiveEntity = (typeof LIVE_ENTITIES)[number];

const fields = {
  entity: openEnum(LIVE_ENTITIES),
  /** Null: more records of this kind have changed than are listed. */
  id: maybe(text),
};

/** A record that was created, changed or deleted. Nothing of it but its id, so that its readers' rights decide. */
export type LiveChange = DomainOf<typeof fields>;
export const liveChange: Wire<LiveChange> = wireObject(fields);

/** The events of the stream besides changes, which have no name. */
export const LIVE_EVENTS = {
  /** Nothing has changed; its id is where a later stream goes on. */
  position: 'position',
  /** What has changed is not known: whoever shows something asks for it again. */
  resync: 'resync',
} as const;

/** The header of a stream that goes on after another one. */
export const LAST_EVENT_ID_HEADER = 'last-event-id';

const LONGEST_AGE_MS = 3_600_000;

const ageMs = wholeNumber(0, LONGEST_AGE_MS);

/** GET /admin/live: a stream of server-sent events (LIVE-01). */
export const streamLiveChanges = endpoint({
  name: 'streamLiveChanges',
  method: 'GET',
  path: '/admin/live',
  permission: 'signed-in',
  summary:
    'Server-sent events {entity, id} of every change, within 2 seconds of its commit; some may come twice. With `Last-Event-ID` it goes on after that event, or sends `resync` when it cannot; `age` asks for the changes of the last milliseconds too. The event `position` carries only an id.',
  tag: 'live',
  successNeeds: [],
  query: wireObject({ ageMs: maybe(ageMs) }, { ageMs: 'age' }),
  answer: liveChange,
  isEventStream: true,
});
