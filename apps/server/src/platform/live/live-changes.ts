import { LIVE_EVENTS, liveChange, roleMayReceive } from '@wayside/contract/live';
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
  /** Null if there are too many records to list. */
  readonly ids: readonly string[] | null;
}

/** Changes up to a snapshot. */
export interface ReadChanges {
  /** xmin:xmax:running, the format of `pg_snapshot`. */
  readonly snapshot: string;
  /** The time by the database's clock. */
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

/** Reads changes committed after the snapshot, including those of transactions that began before it. */
export async function readChangesAfter(database: Database, snapshot: string): Promise<ReadChanges> {
  return readChangesOf(await database.rows(CHANGES_AFTER, [snapshot]));
}

/** Reads changes of this and later transactions. @param xid null to read no changes, only the current position */
export async function readChangesFrom(database: Database, xid: string | null): Promise<ReadChanges> {
  return readChangesOf(await database.rows(CHANGES_FROM, [xid]));
}

/** The maximum number of ids per kind of record and batch of events. */
export const MAX_IDS_PER_BATCH = 1_000;

const encode = encoderOf(liveChange);

/** Returns an event with only an id, from which a later stream can continue. */
export const namedEvent = (name: keyof typeof LIVE_EVENTS, id: string): string =>
  `event: ${LIVE_EVENTS[name]}\nid: ${id}\ndata: {}\n\n`;

/**
 * Merges changes so that each kind and id occurs once. @param mayList whether this many ids of a kind may be listed;
 * if not, their ids are null
 */
export function mergeChanges(
  changes: readonly ChangedRecords[],
  mayList: (entity: string, count: number) => boolean = (_entity, count) => count <= MAX_IDS_PER_BATCH,
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
 * Encodes changes as events for a role, without records that it may not read (OWN-10). Only the last event has the
 * id, so a stream that is cut earlier receives all of them again.
 */
export function encodeChanges(merged: readonly ChangedRecords[], id: string, role: Role): string {
  const data = merged
    .filter(({ entity }) => roleMayReceive(role, entity))
    .flatMap(({ entity, ids }) => (ids ?? [null]).map((each) => encode({ entity, id: each })));
  return data
    .map((each, at) => `${at === data.length - 1 ? `id: ${id}\n` : ''}data: ${JSON.stringify(each)}\n\n`)
    .join('');
}

const REFILLED_PER_SECOND = 100;

/**
 * Limits how many ids of a kind are listed to one batch plus 100 per second, so that a long import does not flood the
 * screens.
 */
export class ListBudget {
  readonly #left = new Map<string, { count: number; atMs: number }>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Takes `count` ids or none. */
  take(entity: string, count: number): boolean {
    const atMs = this.#nowMs();
    const known = this.#left.get(entity) ?? { count: MAX_IDS_PER_BATCH, atMs };
    const refilled = known.count + ((atMs - known.atMs) / 1000) * REFILLED_PER_SECOND;
    const left = Math.min(MAX_IDS_PER_BATCH, refilled);
    const isEnough = count <= left;
    this.#left.set(entity, { count: isEnough ? left - count : left, atMs });
    return isEnough;
  }
}
