import { LIVE_EVENTS, liveChange } from '@wayside/contract/live';
import { encoderOf } from '@wayside/contract/wire/wire';
import type { ChangedRecords } from './read-changes.ts';

/** Ids that are listed at once of one kind of record. */
export const LISTED_AT_ONCE = 1_000;

const encode = encoderOf(liveChange);

/** An event without a change: it carries the id from which a later stream goes on. */
export const namedEvent = (name: keyof typeof LIVE_EVENTS, id: string): string =>
  `event: ${LIVE_EVENTS[name]}\nid: ${id}\ndata: {}\n\n`;

/**
 * The changes as events, each record once. The last event bears the id: a stream that is cut before goes on from the id
 * before and gets all of them again.
 * @param mayList whether so many ids of this kind may be listed; otherwise its event has the id null
 */
export function encodeChanges(
  changes: readonly ChangedRecords[],
  id: string,
  mayList: (entity: string, count: number) => boolean = (_entity, count) => count <= LISTED_AT_ONCE,
): string {
  const idsOf = new Map<string, Set<string> | null>();
  for (const { entity, ids } of changes) {
    const known = idsOf.get(entity);
    if (ids === null || known === null) idsOf.set(entity, null);
    else idsOf.set(entity, new Set([...(known ?? []), ...ids]));
  }
  const data = [...idsOf].flatMap(([entity, ids]) =>
    ids === null || !mayList(entity, ids.size)
      ? [encode({ entity, id: null })]
      : [...ids].map((each) => encode({ entity, id: each })),
  );
  return data
    .map((each, at) => `${at === data.length - 1 ? `id: ${id}\n` : ''}data: ${JSON.stringify(each)}\n\n`)
    .join('');
}
