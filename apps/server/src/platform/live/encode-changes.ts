import { LIVE_EVENTS, liveChange, roleMayHear } from '@wayside/contract/live';
import type { Role } from '@wayside/contract/roles';
import { encoderOf } from '@wayside/contract/wire/wire';
import type { ChangedRecords } from './read-changes.ts';

/** Ids that are listed at once of one kind of record. */
export const LISTED_AT_ONCE = 1_000;

const encode = encoderOf(liveChange);

/** An event without a change: it carries the id from which a later stream continues. */
export const namedEvent = (name: keyof typeof LIVE_EVENTS, id: string): string =>
  `event: ${LIVE_EVENTS[name]}\nid: ${id}\ndata: {}\n\n`;

/**
 * The changes with each kind of record once and each id once.
 * @param mayList whether so many ids of this kind may be listed; otherwise its ids are null
 */
export function mergeChanges(
  changes: readonly ChangedRecords[],
  mayList: (entity: string, count: number) => boolean = (_entity, count) => count <= LISTED_AT_ONCE,
): ChangedRecords[] {
  const idsOf = new Map<string, Set<string> | null>();
  for (const { entity, ids } of changes) {
    const known = idsOf.get(entity);
    if (ids === null || known === null) idsOf.set(entity, null);
    else idsOf.set(entity, new Set([...(known ?? []), ...ids]));
  }
  return [...idsOf].map(([entity, ids]) =>
    ids === null || !mayList(entity, ids.size) ? { entity, ids: null } : { entity, ids: [...ids] },
  );
}

/**
 * Merged changes as events for the streams of a role: only records that it may read (OWN-10). The last event bears the id: a
 * stream that is cut before it continues from the id before and gets all of them again.
 */
export function encodeChanges(merged: readonly ChangedRecords[], id: string, role: Role): string {
  const data = merged
    .filter(({ entity }) => roleMayHear(role, entity))
    .flatMap(({ entity, ids }) => (ids ?? [null]).map((each) => encode({ entity, id: each })));
  return data
    .map((each, at) => `${at === data.length - 1 ? `id: ${id}\n` : ''}data: ${JSON.stringify(each)}\n\n`)
    .join('');
}
