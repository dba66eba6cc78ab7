import { LIVE_EVENTS, liveChange, roleMayHear } from '@wayside/contract/live';
import type { Role } from '@wayside/contract/roles';
import { encoderOf } from '@wayside/contract/wire/wire';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { defineStatement } from '../db/statement.ts';

const row = z.object({
  snapshot: z.string(),
  atMs: z.number(),
  entity: z.nullable(z.string()),
  ids: z.nullable(z.array(z.string())),
});

export interface ChangedRecords {
  readonly entity: string;
  /** Null for too many records to list. */
  readonly ids: readonly string[] | null;
}

/** Changes up to a snapshot. */
export interface ReadChanges {
  /** xmin:xmax:running, as `pg_snapshot`. */
  readonly snapshot: string;
  /** In database time. */
  readonly atMs: number;
  readonly changes: readonly ChangedRecords[];
}

const HERE = `WITH here AS MATERIALIZED (
  SELECT pg_current_snapshot() AS snapshot, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at_ms)
  SELECT snapshot::text AS snapshot, at_ms AS "atMs", entity, ids FROM here LEFT JOIN live_changes`;

const CHANGES_AFTER = defineStatement({
  name: 'live-changes-after',
  text: `${HERE} ON xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)`,
  row,
  example: ['1:1:'],
});
const CHANGES_FROM = defineStatement({
  name: 'live-changes-from',
  text: `${HERE} ON xid >= $1::xid8`,
  row,
  example: ['1'],
});

function readChangesOf(rows: readonly z.infer<typeof row>[]): ReadChanges {
  const { snapshot = '', atMs = 0 } = rows[0] ?? {};
  const changes = rows.flatMap(({ entity, ids }) => (entity === null ? [] : [{ entity, ids }]));
  return { snapshot, atMs, changes };
}

/** Changes that were committed after the snapshot, also by transactions that began before it. */
export async function readChangesAfter(database: Database, snapshot: string): Promise<ReadChanges> {
  return readChangesOf(await database.rows(CHANGES_AFTER, [snapshot]));
}

/** Changes of this and younger transactions. @param xid null for none: the current position */
export async function readChangesFrom(database: Database, xid: string | null): Promise<ReadChanges> {
  return readChangesOf(await database.rows(CHANGES_FROM, [xid]));
}

/** Ids per kind of record and event batch. */
export const LISTED_AT_ONCE = 1_000;

const encode = encoderOf(liveChange);

/** An event with only an id, from which a later stream can continue. */
export const namedEvent = (name: keyof typeof LIVE_EVENTS, id: string): string =>
  `event: ${LIVE_EVENTS[name]}\nid: ${id}\ndata: {}\n\n`;

/** Each kind and id once. @param mayList whether that many ids of a kind may be listed; otherwise null */
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
 * Changes as events for a role that may read them (OWN-10). Only the last event has the id: a stream that is cut
 * earlier gets all again.
 */
export function encodeChanges(merged: readonly ChangedRecords[], id: string, role: Role): string {
  const data = merged
    .filter(({ entity }) => roleMayHear(role, entity))
    .flatMap(({ entity, ids }) => (ids ?? [null]).map((each) => encode({ entity, id: each })));
  return data
    .map((each, at) => `${at === data.length - 1 ? `id: ${id}\n` : ''}data: ${JSON.stringify(each)}\n\n`)
    .join('');
}

const REFILLED_PER_SECOND = 100;

/** Bounds the listed ids of a kind, so that a long import does not flood the screens: a batch, then 100 per second. */
export class ListBudget {
  readonly #left = new Map<string, { count: number; atMs: number }>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Takes all or nothing. */
  take(entity: string, count: number): boolean {
    const atMs = this.#nowMs();
    const known = this.#left.get(entity) ?? { count: LISTED_AT_ONCE, atMs };
    const refilled = known.count + ((atMs - known.atMs) / 1000) * REFILLED_PER_SECOND;
    const left = Math.min(LISTED_AT_ONCE, refilled);
    const isEnough = count <= left;
    this.#left.set(entity, { count: isEnough ? left - count : left, atMs });
    return isEnough;
  }
}
