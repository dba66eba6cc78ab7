import { ObjectId } from 'bson';
import { asc, eq, inArray } from 'drizzle-orm';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { dataDirectoryAt } from '../../data-directory.ts';
import type { Database } from '../../platform/db/database.ts';
import { ENTITY_OF, type PeopleTable } from '../../platform/db/erase-related-rows.ts';
import { ERASURE_EVENTS, erasures } from '../../platform/db/schema/sync.ts';
import { openReplayLog, type ReplayLog } from '../../platform/files/replay-log.ts';
import type { Settings } from '../../settings.ts';

const id = z.string().regex(/^[0-9a-f]{24}$/);
const erasure = z.object({
  id,
  kind: z.enum(['user', 'mechanic']),
  personId: id,
  event: z.enum(ERASURE_EVENTS),
  version: z.nullable(z.string().regex(/^\d+$/)),
  at: z.iso.datetime(),
});

/** An erasure as recorded outside the database, with only ids and no personal data. */
export type ErasureLogEntry = z.infer<typeof erasure>;

/** The record of erasures, which restoring the database does not replace (PRIV-06). */
export type ErasureLog = ReplayLog<ErasureLogEntry>;

/** Opens the record of erasures; `openReplayLog` determines where it is stored. */
export const openErasureLog = (settings: Pick<Settings, 'objectStorage' | 'dataDir'>): ErasureLog =>
  openReplayLog(settings, {
    path: dataDirectoryAt(settings.dataDir).erasures,
    folder: 'erasures/',
    entry: erasure,
  });

export type ErasureEvent = (typeof ERASURE_EVENTS)[number];

/**
 * Adds the erasure of people, or their restoration by the source, in the same transaction (PRIV-06).
 * `appendErasures` also records it outside the database.
 * @param client must already have changed the rows, so that the events of a person stay in order
 */
export async function addErasures(
  client: pg.ClientBase,
  table: PeopleTable,
  event: ErasureEvent,
  people: readonly { readonly id: string; readonly version?: bigint | null }[],
): Promise<void> {
  if (people.length === 0) return;
  await client.query(
    `INSERT INTO erasures (id, kind, person_id, event, version)
     SELECT id, $1, person_id, $2, version FROM unnest($3::text[], $4::text[], $5::bigint[]) AS given (id, person_id, version)`,
    [
      ENTITY_OF[table],
      event,
      people.map(() => new ObjectId().toHexString()),
      people.map(({ id }) => id),
      people.map(({ version = null }) => version?.toString() ?? null),
    ],
  );
}

const BATCH_SIZE = 1_000;

/**
 * Writes the committed erasures that are missing in the record outside the database (PRIV-06). The database tracks
 * which ones are missing, so the next call retries them.
 */
export async function appendErasures(database: Pick<Database, 'orm'>, record: ErasureLog): Promise<void> {
  for (;;) {
    const missing = await database.orm
      .select()
      .from(erasures)
      .where(eq(erasures.isRemembered, false))
      .orderBy(asc(erasures.at), asc(erasures.id))
      .limit(BATCH_SIZE);
    if (missing.length === 0) return;
    await record.append(
      missing.map(({ id, kind, personId, event, version, at }) => ({
        ...{ id, kind, personId, event },
        version: version?.toString() ?? null,
        at: at.toISOString(),
      })),
    );
    const ids = missing.map(({ id }) => id);
    await database.orm.update(erasures).set({ isRemembered: true }).where(inArray(erasures.id, ids));
  }
}

/** Like `appendErasures`, but only logs a failure, because the erasure itself is complete and the job retries. */
export async function appendErasuresOrWarn(
  { database, log }: { readonly database: Pick<Database, 'orm'>; readonly log: Logger },
  record: ErasureLog,
): Promise<void> {
  await appendErasures(database, record).catch((error: unknown) =>
    log.warn({ err: error }, 'an erasure could not be written outside the database; retrying'),
  );
}
