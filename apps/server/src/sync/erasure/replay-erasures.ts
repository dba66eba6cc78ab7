import type pg from 'pg';
import { z } from 'zod';
import { SYSTEM_ACTOR } from '../../platform/db/activity-entry.ts';
import type { Database } from '../../platform/db/database.ts';
import { ENTITY_OF, eraseRelatedRows, type PeopleTable } from '../../platform/db/erase-related-rows.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { ERASURE_EVENTS } from '../../platform/db/schema/sync.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { markImagesUnused } from '../../platform/files/remove-images.ts';
import { collections } from '../../records/collections.ts';
import { eraseRows } from './erase-rows.ts';
import type { ErasureLog, ErasureLogEntry } from './erasure-log.ts';
import { lockCollections } from './lock-collections.ts';

const BATCH_SIZE = 500;
const TABLES: readonly PeopleTable[] = ['users', 'mechanics'];

const FIND_UNKNOWN_ERASURES = defineStatement({
  name: 'unknown-erasures',
  text: `SELECT id FROM unnest($1::text[]) AS given (id) WHERE id COLLATE "C" NOT IN (SELECT id FROM erasures)`,
  row: z.object({ id: z.string() }),
  example: [['9'.repeat(24)]],
});

// A new database has no one to erase. People who are added to it are different ones even with the same ids, because
// demo data always has the same ids.
const CHECK_PEOPLE_EXIST = defineStatement({
  name: 'has-people',
  text: 'SELECT EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM mechanics) AS "hasPeople"',
  row: z.object({ hasPeople: z.boolean() }),
  example: [],
});

const ADD = defineStatement({
  name: 'add-remembered-erasures',
  text: `INSERT INTO erasures (id, kind, person_id, event, version, at, is_remembered)
    SELECT *, true FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[])
    ON CONFLICT (id) DO NOTHING RETURNING id`,
  row: z.object({ id: z.string() }),
  example: [['9'.repeat(24)], ['user'], ['0'.repeat(24)], ['erased'], [null], ['2026-03-01']],
});

const lastEvent = z.object({
  id: z.string(),
  personId: z.string(),
  event: z.enum(ERASURE_EVENTS),
  version: z.string().nullable(),
});
type LastEvent = z.infer<typeof lastEvent>;

const LAST = defineStatement({
  name: 'last-erasures',
  text: `SELECT DISTINCT ON (person_id) id, person_id AS "personId", event, version::text
    FROM erasures WHERE kind = $1 AND person_id = ANY ($2) ORDER BY person_id, at DESC, id DESC`,
  row: lastEvent,
  example: ['user', ['c'.repeat(24)]],
});

const LOGGED = 'UPDATE erasures SET is_logged = $2 WHERE id = ANY ($1)';

/**
 * Repeats recorded erasures in a database that was restored from an older backup, except for people whom the source
 * has restored (PRIV-06). `recordErasureActivity` adds them to the activity log. @returns the number of people
 */
export async function replayErasures(
  database: Pick<Database, 'rows' | 'transaction'>,
  record: ErasureLog,
): Promise<number> {
  const unknown = (await database.rows(FIND_UNKNOWN_ERASURES, [await record.ids()])).map(({ id }) => id);
  if (unknown.length === 0) return 0;
  const found = await record.get(unknown);
  const hasPeople = (await database.rows(CHECK_PEOPLE_EXIST, []))[0]?.hasPeople ?? false;
  let erased = 0;
  for (const table of TABLES) {
    const theirs = found.filter(({ kind }) => kind === ENTITY_OF[table]);
    // Processes all events of a person together, so that the last one decides.
    const people = [...new Set(theirs.map(({ personId }) => personId))].sort();
    for (let from = 0; from < people.length; from += BATCH_SIZE) {
      const some = new Set(people.slice(from, from + BATCH_SIZE));
      const events = theirs.filter(({ personId }) => some.has(personId));
      erased += await database.transaction((client) => eraseSome(client, table, events, hasPeople));
    }
  }
  return erased;
}

async function eraseSome(
  client: pg.ClientBase,
  table: PeopleTable,
  events: readonly ErasureLogEntry[],
  hasPeople: boolean,
): Promise<number> {
  await lockCollections(client, collections[table], true);
  const columns = (['id', 'kind', 'personId', 'event', 'version', 'at'] as const).map((name) =>
    events.map((event) => event[name]),
  );
  const added = await rowsOf(client, ADD, columns);
  const isNew = new Set(added.map(({ id }) => id));
  const people = [...new Set(events.map(({ personId }) => personId))];
  const last = await rowsOf(client, LAST, [ENTITY_OF[table], people]);
  const due = hasPeople ? last.filter(({ id, event }) => isNew.has(id) && event !== 'brought_back') : [];
  await eraseBy(client, table, due, 'administrator');
  await eraseBy(client, table, due, 'source');
  await client.query(LOGGED, [due.map(({ id }) => id), false]);
  return due.length;
}

/**
 * Erases people together with the data that an import must remember: a newer version restores only people deleted by
 * the source.
 */
async function eraseBy(
  client: pg.ClientBase,
  table: PeopleTable,
  all: readonly LastEvent[],
  by: 'administrator' | 'source',
): Promise<void> {
  const due = all.filter(({ event }) => (event === 'erased') === (by === 'administrator'));
  if (due.length === 0) return;
  const ids = due.map(({ personId }) => personId);
  await markImagesUnused(client, table, ids);
  await eraseRows(client, table, ids, by);
  // Includes people who joined after the backup, so that importing an older folder does not restore them.
  await client.query(
    `INSERT INTO ${table} (id, record_state) SELECT id, 'erased' FROM unnest($1::text[]) AS given (id)
     ON CONFLICT (id) DO UPDATE SET record_state = 'erased' WHERE ${table}.record_state = 'stub'`,
    [ids],
  );
  await client.query(
    `INSERT INTO imported_records AS stored (collection, id, version, is_deleted)
     SELECT $1, id, version, $4 FROM unnest($2::text[], $3::bigint[]) AS given (id, version)
     ON CONFLICT (collection, id) DO UPDATE SET field_hashes = NULL, is_deleted = excluded.is_deleted,
       version = coalesce(excluded.version, stored.version)`,
    [table, ids, due.map(({ version }) => version), by === 'source'],
  );
  await eraseRelatedRows(client, table, ids);
}

const TAKE_UNLOGGED = defineStatement({
  name: 'take-unlogged-erasures',
  text: `WITH due AS (UPDATE erasures SET is_logged = true WHERE NOT is_logged RETURNING id, kind, person_id)
    SELECT kind, person_id AS "personId" FROM due ORDER BY id`,
  row: z.object({ kind: z.enum(['user', 'mechanic']), personId: z.string() }),
  example: [],
});

/**
 * Logs the people whom `replayErasures` has erased. This needs the key of the log, which is not available during a
 * restore.
 */
export function recordErasureActivity(database: Pick<Database, 'transaction'>, at: Date): Promise<void> {
  return database.transaction(async (client) => {
    for (const { kind, personId } of await rowsOf(client, TAKE_UNLOGGED, []))
      await recordActivity(client, SYSTEM_ACTOR, at, { action: 'deleted', entity: kind, entityId: personId });
  });
}
