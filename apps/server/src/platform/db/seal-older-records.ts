import type pg from 'pg';
import { z } from 'zod';
import { SYSTEM_ACTOR } from './activity-entry.ts';
import { advisoryLocks } from './advisory-locks.ts';
import type { Database } from './database.ts';
import { jsonRows } from './json-rows.ts';
import { recordActivity } from './record-activity.ts';
import { decidedBy, type SealedRecord, sealedKinds } from './seals.ts';
import { defineStatement, rowsOf } from './statement.ts';

/** Unsealed decisions on service keys; the previous release did not seal them. */
const UNSEALED_KEYS = jsonRows(`
      SELECT kind, a.entity_id AS id FROM activity AS a
      JOIN (VALUES ('service_key', 'created'), ('service_key_state', 'created'), ('service_key_state', 'revoked')) AS sealed (kind, action) USING (action)
      WHERE a.entity = 'service_key' AND NOT coalesce(a.seals ? kind, false)
        AND NOT EXISTS (SELECT FROM activity AS s WHERE s.action = 'sealed' AND s.id > a.id AND s.seals -> kind ? a.entity_id)
      ORDER BY a.id`);
const STATE = defineStatement({
  name: 'state-of-seals',
  text: `SELECT last.id AS "sealedId", EXISTS (SELECT FROM activity WHERE id > last.id AND seals IS NULL) AS "hasUnsealed",
      ${UNSEALED_KEYS} AS "unsealedKeys"
    FROM (SELECT max(id) AS id FROM activity WHERE action = 'sealed') AS last`,
  row: z.object({
    sealedId: z.nullable(z.number()),
    hasUnsealed: z.boolean(),
    unsealedKeys: z.array(z.object({ kind: z.enum(['service_key', 'service_key_state']), id: z.string() })),
  }),
  example: [],
});
const FIND_UNSEALED_ENTRIES = defineStatement({
  name: 'unsealed-entries',
  text: `SELECT id, action, entity, entity_id AS "entityId", changes FROM activity WHERE id > $1 AND seals IS NULL ORDER BY id LIMIT 1000`,
  row: z.object({
    id: z.number(),
    action: z.string(),
    entity: z.string(),
    entityId: z.nullable(z.string()),
    changes: z.array(z.object({ field: z.string(), after: z.unknown() })),
  }),
  example: [0],
});

/** Limits the memory that an entry needs. */
const RECORDS_PER_ENTRY = 5_000;

/**
 * Seals decisions made by releases without seals (OWN-05): all of them on the first run, later only those that a node
 * of such a release added.
 */
export async function sealOlderRecords(
  database: Pick<Database, 'rows' | 'longTransaction'>,
  at = new Date(),
): Promise<void> {
  const [found] = await database.rows(STATE, []);
  if (found?.sealedId != null && !found.hasUnsealed && found.unsealedKeys.length === 0) return;
  await database.longTransaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.ledger]);
    await client.query('SELECT FROM activity_head FOR UPDATE');
    // Another process may have sealed them while this one waited.
    const [state] = await rowsOf(client, STATE, []);
    if (state?.sealedId == null) await sealAll(client, at);
    else if (state.hasUnsealed) await sealUnsealed(client, state.sealedId, at);
    const [after] = await rowsOf(client, STATE, []);
    if (after !== undefined && after.unsealedKeys.length > 0) await append(client, at, after.unsealedKeys);
  });
}

const append = (client: pg.ClientBase, at: Date, decides: readonly SealedRecord[]): Promise<void> =>
  recordActivity(client, SYSTEM_ACTOR, at, { action: 'sealed', entity: 'database', entityId: null, decides });

async function sealAll(client: pg.ClientBase, at: Date): Promise<void> {
  let records: SealedRecord[] = [];
  for (const [kind, { from, id, needsSeal = 'true' }] of sealedKinds)
    for (let after = ''; ; ) {
      const ids = await readIds(client, { from, id, condition: `(${needsSeal}) AND ${id} > $1`, after });
      const last = ids.at(-1);
      if (last === undefined) break;
      after = last;
      records.push(...ids.map((each) => ({ kind, id: each })));
      if (records.length < RECORDS_PER_ENTRY) continue;
      await append(client, at, records);
      records = [];
    }
  await append(client, at, records);
}

interface IdsQuery {
  readonly from: string;
  readonly id: string;
  readonly condition: string;
  readonly after: string;
}

async function readIds(client: pg.ClientBase, { from, id, condition, after }: IdsQuery): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT ${id} AS id FROM ${from} ${from.includes(' WHERE ') ? 'AND' : 'WHERE'} ${condition}
     ORDER BY 1 LIMIT ${RECORDS_PER_ENTRY}`,
    [after],
  );
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id: each }) => each);
}

/**
 * Kinds that such releases do not name in entries. The value says whether all their records are sealed again or only
 * the unsealed ones.
 */
const UNNAMED: Readonly<Record<string, 'unsealed' | 'all'>> = {
  close: 'unsealed',
  run_row: 'unsealed',
  configuration: 'all',
};

async function sealUnsealed(client: pg.ClientBase, sealedId: number, at: Date): Promise<void> {
  const records = new Map<string, SealedRecord>();
  const add = async (found: readonly SealedRecord[]) => {
    for (const record of found) records.set(`${record.kind} ${record.id}`, record);
    if (records.size < RECORDS_PER_ENTRY) return;
    await append(client, at, [...records.values()]);
    records.clear();
  };
  for (let after = sealedId; ; ) {
    const entries = await rowsOf(client, FIND_UNSEALED_ENTRIES, [after]);
    const last = entries.at(-1);
    if (last === undefined) break;
    after = last.id;
    for (const entry of entries) await add(decidedBy(entry));
  }
  for (const [kind, { from, id, needsSeal = 'true' }] of sealedKinds) {
    const which = UNNAMED[kind];
    if (which === undefined) continue;
    const isUnsealed = `NOT EXISTS (SELECT FROM activity AS a WHERE a.seals -> '${kind}' ? ${id})`;
    const condition = `(${needsSeal}) AND ${id} > $1 AND ${which === 'all' ? 'true' : isUnsealed}`;
    for (let after = ''; ; ) {
      const ids = await readIds(client, { from, id, condition, after });
      const last = ids.at(-1);
      if (last === undefined) break;
      after = last;
      await add(ids.map((each) => ({ kind, id: each })));
    }
  }
  await append(client, at, [...records.values()]);
}
