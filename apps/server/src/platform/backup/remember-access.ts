import type { Logger } from 'pino';
import { z } from 'zod';
import { loggingFailures, repeat } from '../../repeat.ts';
import type { Database } from '../db/database.ts';
import { faultOf } from '../db/database-faults.ts';
import { defineStatement } from '../db/statement.ts';
import { ACCESS_ACTIONS, type AccessRecord, accessChange } from './access-record.ts';

const AT_ONCE = 500;
const INTERVAL_MS = 2_000;
/** The position is written this rarely while nothing is remembered. */
const POSITION_EVERY = 1_000;

const READ_POSITION = defineStatement({
  name: 'access-position',
  text: `SELECT coalesce((SELECT value::float8 FROM business_settings WHERE name = 'access_remembered'), 0) AS position,
      coalesce((SELECT max(id) FROM activity), 0)::float8 AS last`,
  row: z.object({ position: z.number(), last: z.number() }),
  example: [],
});
const STORE_POSITION = defineStatement({
  name: 'store-access-position',
  text: `INSERT INTO business_settings (name, value) VALUES ('access_remembered', $1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  example: ['0'],
});

const kinds = Object.entries(ACCESS_ACTIONS).flatMap(([entity, actions]) =>
  actions.map((action) => `('${entity}', '${action}')`),
);
// A writer of an entry waits for the one before, so that no entry before the last one is missing.
const READ_CHANGES = defineStatement({
  name: 'access-changes',
  text: `SELECT a.id::float8 AS position, jsonb_build_object('id', a.id || '-' || encode(a.hash, 'hex'), 'at', iso_instant(a.at), 'entity', a.entity,
      'entityId', a.entity_id, 'action', a.action,
      'role', (SELECT change ->> 'after' FROM jsonb_array_elements(a.changes) AS change WHERE change ->> 'field' = 'role'),
      'name', CASE a.entity WHEN 'admin' THEN (SELECT email FROM admins WHERE id = a.entity_id)
        WHEN 'service_key' THEN (SELECT name FROM service_keys WHERE id = a.entity_id)
        ELSE (SELECT substring(url FROM '^[a-z]+://(?:[^/?#]*@)?([^/?#@]+)') FROM webhook_endpoints WHERE id = a.entity_id) END) AS change
    FROM activity AS a WHERE a.id > $1 AND a.id <= $2 AND (a.entity, a.action) IN (${kinds.join(', ')}) AND a.entity_id IS NOT NULL
    ORDER BY a.id LIMIT ${AT_ONCE}`,
  row: z.object({ position: z.number(), change: z.unknown() }),
  example: [0, 1_000_000],
});

/**
 * Appends the changes of access that the activity log has and the record outside of the database lacks (OWN-09). Those of a call
 * that fails, or of a program that is killed, are appended by the next call.
 */
export async function rememberAccess(database: Pick<Database, 'rows'>, record: AccessRecord): Promise<void> {
  for (;;) {
    const [found] = await database.rows(READ_POSITION, []);
    if (found === undefined || found.position >= found.last) return;
    const { position, last } = found;
    const rows = await database.rows(READ_CHANGES, [position, last]);
    if (rows.length > 0) await record.append(rows.map(({ change }) => accessChange.parse(change)));
    const isLast = rows.length < AT_ONCE;
    if (rows.length > 0 || last - position > POSITION_EVERY)
      await database.rows(STORE_POSITION, [String(isLast ? last : (rows.at(-1)?.position ?? last))]);
    if (isLast) return;
  }
}

/** As `rememberAccess`, after a command or at a start: the next call repeats what fails. */
export async function rememberAccessOrWarn(
  { database, log }: { readonly database: Pick<Database, 'rows'>; readonly log: Logger },
  record: AccessRecord,
): Promise<void> {
  await rememberAccess(database, record).catch((error: unknown) => {
    // A database that has been stopped is caught up by its next start.
    if (faultOf(error) === 'unreachable') return;
    log.warn(
      { err: error },
      'changes of access could not be remembered outside of the database; it is tried again',
    );
  });
}

/** Does so every two seconds. @returns a function that does it once more and stops */
export function rememberAccessRepeatedly(
  database: Database,
  record: AccessRecord,
  log: Logger,
): () => Promise<void> {
  const remember = loggingFailures(log, 'changes of access could not be remembered', () =>
    rememberAccess(database, record),
  );
  const stop = repeat(INTERVAL_MS, remember);
  return async () => {
    await stop();
    await remember();
  };
}
