import type { ActivityAction, ActivityEntity } from '@wayside/contract/activity';
import { EVENT_TYPES, type EventType } from '@wayside/contract/event-types';
import { eventData } from '@wayside/contract/events';
import { encoderOf, type Wire } from '@wayside/contract/wire/wire';
import type { NewActivityEntry } from './activity-entry.ts';

/** An event as it is stored. */
export interface NewEvent {
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
}

type TypeOfAction = Readonly<Partial<Record<ActivityAction, EventType>>>;

/** Types that are not the entity and the action themselves; the other actions of these entities are no events. */
const TYPES: Readonly<Partial<Record<ActivityEntity, TypeOfAction>>> = {
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
};

function typeOf({ entity, action, event }: NewActivityEntry): EventType | null {
  const known = TYPES[entity];
  if (event?.type) return event.type;
  if (known) return known[action] ?? null;
  return EVENT_TYPES.find((type) => type === `${entity}.${action}`) ?? null;
}

/**
 * The event of an activity entry (HOOK-01): the fields that its type declares, as the wire spells and writes them. Null
 * where the entry is no change that events tell.
 */
export function eventOfActivity(entry: NewActivityEntry): NewEvent | null {
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
