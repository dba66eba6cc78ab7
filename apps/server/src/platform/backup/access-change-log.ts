import { ROLES } from '@wayside/contract/roles';
import type { Logger } from 'pino';
import { z } from 'zod';
import { dataDirectoryAt } from '../../data-directory.ts';
import { repeat, withFailureLogging } from '../../repeat.ts';
import type { Settings } from '../../settings.ts';
import type { Database } from '../db/database.ts';
import { faultOf } from '../db/database-errors.ts';
import { defineStatement } from '../db/statement.ts';
import { openReplayLog, type ReplayLog } from '../files/replay-log.ts';

/** Activity entries that change access, by entity (OWN-09). */
export const ACCESS_ACTIONS = {
  admin: [
    ...(['created', 'invited', 'role_changed', 'suspended', 'reactivated', 'password_set'] as const),
    ...(['sessions_ended', 'two_factor_reset', 'totp_removed', 'passkey_removed'] as const),
  ],
  service_key: ['created', 'revoked'],
  webhook_endpoint: ['secret_rotated', 'deleted'],
} as const;

const shared = {
  /** The entry's number and hash. The hash differs in another database. */
  id: z.string().regex(/^\d{1,18}-[0-9a-f]{64}$/),
  at: z.iso.datetime(),
  entityId: z.string().regex(/^[0-9a-f]{24}$/),
  /** An email, a key's name or a webhook's host; null if unknown. */
  name: z.nullable(z.string()),
};

/** A change of access in the record outside the database. It contains no secret and no hash of one. */
export const accessChange = z.discriminatedUnion('entity', [
  z.object({
    ...shared,
    entity: z.literal('admin'),
    action: z.enum(ACCESS_ACTIONS.admin),
    /** Null unless the role was changed. */
    role: z.nullable(z.enum(ROLES)),
  }),
  z.object({ ...shared, entity: z.literal('service_key'), action: z.enum(ACCESS_ACTIONS.service_key) }),
  z.object({ ...shared, entity: z.literal('webhook_endpoint'), action: z.enum(ACCESS_ACTIONS.webhook_endpoint) }),
]);
export type AccessChange = z.infer<typeof accessChange>;

/** The changes of access, which a restore does not replace (OWN-09). */
export type AccessChangeLog = ReplayLog<AccessChange>;

export const openAccessChangeLog = (settings: Pick<Settings, 'objectStorage' | 'dataDir'>): AccessChangeLog =>
  openReplayLog(settings, {
    path: dataDirectoryAt(settings.dataDir).access,
    folder: 'access/',
    entry: accessChange,
  });

const BATCH_SIZE = 500;
const INTERVAL_MS = 2_000;
/** If there are no changes, the position is stored only after this number of activity entries. */
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
// Writers of the log wait for the previous entry, so no earlier entry can appear later.
const READ_CHANGES = defineStatement({
  name: 'access-changes',
  text: `SELECT a.id::float8 AS position, jsonb_build_object('id', a.id || '-' || encode(a.hash, 'hex'), 'at', iso_instant(a.at), 'entity', a.entity,
      'entityId', a.entity_id, 'action', a.action,
      'role', (SELECT change ->> 'after' FROM jsonb_array_elements(a.changes) AS change WHERE change ->> 'field' = 'role'),
      'name', CASE a.entity WHEN 'admin' THEN (SELECT email FROM admins WHERE id = a.entity_id)
        WHEN 'service_key' THEN (SELECT name FROM service_keys WHERE id = a.entity_id)
        ELSE (SELECT substring(url FROM '^[a-z]+://(?:[^/?#]*@)?([^/?#@]+)') FROM webhook_endpoints WHERE id = a.entity_id) END) AS change
    FROM activity AS a WHERE a.id > $1 AND a.id <= $2 AND (a.entity, a.action) IN (${kinds.join(', ')}) AND a.entity_id IS NOT NULL
    ORDER BY a.id LIMIT ${BATCH_SIZE}`,
  row: z.object({ position: z.number(), change: z.unknown() }),
  example: [0, 1_000_000],
});

/** Appends new changes of access to the outside record (OWN-09). The next call retries whatever failed. */
export async function appendAccessChanges(
  database: Pick<Database, 'rows'>,
  record: AccessChangeLog,
): Promise<void> {
  for (;;) {
    const [found] = await database.rows(READ_POSITION, []);
    if (found === undefined || found.position >= found.last) return;
    const { position, last } = found;
    const rows = await database.rows(READ_CHANGES, [position, last]);
    if (rows.length > 0) await record.append(rows.map(({ change }) => accessChange.parse(change)));
    const isLast = rows.length < BATCH_SIZE;
    if (rows.length > 0 || last - position > POSITION_EVERY)
      await database.rows(STORE_POSITION, [String(isLast ? last : (rows.at(-1)?.position ?? last))]);
    if (isLast) return;
  }
}

/** Runs `appendAccessChanges` after a command or at startup, and logs a failure. */
export async function appendAccessChangesOrWarn(
  { database, log }: { readonly database: Pick<Database, 'rows'>; readonly log: Logger },
  record: AccessChangeLog,
): Promise<void> {
  await appendAccessChanges(database, record).catch((error: unknown) => {
    // If the database is stopped, the missing changes are appended at the next startup.
    if (faultOf(error) === 'unreachable') return;
    log.warn({ err: error }, 'access changes could not be written outside the database; retrying');
  });
}

/** Runs `appendAccessChanges` every two seconds. @returns a function that runs it once more and stops */
export function appendAccessChangesRepeatedly(
  database: Database,
  record: AccessChangeLog,
  log: Logger,
): () => Promise<void> {
  const remember = withFailureLogging(log, 'access changes could not be written', () =>
    appendAccessChanges(database, record),
  );
  const stop = repeat(INTERVAL_MS, remember);
  return async () => {
    await stop();
    await remember();
  };
}
