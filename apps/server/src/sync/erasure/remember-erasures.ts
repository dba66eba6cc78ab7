import { asc, eq, inArray } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../../platform/db/database.ts';
import { erasures } from '../../platform/db/schema/sync.ts';
import type { ErasureRecord } from './erasure-record.ts';

const AT_ONCE = 1_000;

/**
 * Writes the committed erasures that the record outside of the database lacks to it (PRIV-06). One that fails, or that a killed
 * program did not begin, is written by the next call: the database says which ones are missing.
 */
export async function rememberErasures(database: Pick<Database, 'orm'>, record: ErasureRecord): Promise<void> {
  for (;;) {
    const missing = await database.orm
      .select()
      .from(erasures)
      .where(eq(erasures.isRemembered, false))
      .orderBy(asc(erasures.at), asc(erasures.id))
      .limit(AT_ONCE);
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

/** As `rememberErasures`, after an erasure that is done: the job repeats what fails. */
export async function rememberOrWarn(
  { database, log }: { readonly database: Pick<Database, 'orm'>; readonly log: Logger },
  record: ErasureRecord,
): Promise<void> {
  await rememberErasures(database, record).catch((error: unknown) =>
    log.warn({ err: error }, 'an erasure could not be remembered outside of the database; it is tried again'),
  );
}
