import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import type { Settings } from '../../settings.ts';
import { NO_ADMIN, statedFields } from '../db/activity-entry.ts';
import { commandLine } from '../db/command-line-actor.ts';
import type { Database } from '../db/database.ts';
import { orm } from '../db/orm.ts';
import { recordActivities } from '../db/record-activity.ts';
import { businessSettings } from '../db/schema/configuration.ts';
import { type AccessRecord, openAccessRecord } from './access-record.ts';
import { accessEntries } from './describe-access.ts';
import {
  type AppliedAccess,
  appliedAccess,
  nothingApplied,
  type ReplayedAccess,
  replayAccess,
} from './replay-access.ts';

const noted = z.object({
  user: z.string().nullable(),
  at: z.iso.datetime(),
  backupOf: z.string(),
  /** Missing in the notes of older releases. */
  access: appliedAccess.default(nothingApplied),
});

const NAME = 'restored';

/**
 * Notes a restore in the restored database. The log takes entries only with the data key, which need not be on this machine yet.
 * @param backupOf when the backup was made
 */
async function noteRestore(client: pg.ClientBase, backupOf: string, access: AppliedAccess): Promise<void> {
  const note: z.infer<typeof noted> = { user: commandLine().email, at: new Date().toISOString(), backupOf, access };
  await orm(client)
    .insert(businessSettings)
    .values({ name: NAME, value: JSON.stringify(note) });
}

/** What a restore does with the access of people and programs. */
export interface RestoreAccessOptions {
  readonly settings: Pick<Settings, 'dataDir' | 'objectStorage'>;
  /** Whether everybody keeps the access that they had in the backup (OWN-09). */
  readonly keepsAccess: boolean;
}

/**
 * Suspends, revokes and lowers again what the record outside of the database says, ends the access of all programs, and notes the
 * restore (OWN-09).
 */
export function finishRestore(
  database: Database,
  backupOf: string,
  { settings, keepsAccess }: RestoreAccessOptions,
): Promise<ReplayedAccess> {
  return replayAccess(database, openAccessRecord(settings), {
    at: new Date(),
    by: commandLine().email,
    what: keepsAccess ? 'nothing' : 'all',
    since: new Date(backupOf),
    conclude: (client, applied) => noteRestore(client, backupOf, applied),
  });
}

/**
 * Applies to a database that was restored by other means what lost access since (OWN-09), at a start, with entries in the activity log.
 * @returns what was applied
 */
export async function repeatAccess(database: Database, record: AccessRecord): Promise<AppliedAccess> {
  const at = new Date();
  const { applied } = await replayAccess(database, record, {
    at,
    by: null,
    what: 'again',
    since: null,
    conclude: (client, done) => recordActivities(client, NO_ADMIN, at, accessEntries(done)),
  });
  return applied;
}

/** Logs the restore that is noted in a database, before the first program that has its data key logs anything else (PRIV-03). */
export function recordRestore(database: Pick<Database, 'transaction'>): Promise<void> {
  return database.transaction(async (client) => {
    const [found] = await orm(client).delete(businessSettings).where(eq(businessSettings.name, NAME)).returning();
    if (found === undefined) return;
    const { user, at, backupOf, access } = noted.parse(JSON.parse(found.value));
    await recordActivities(client, { ...commandLine(), email: user }, new Date(at), [
      { action: 'restored', entity: 'database', entityId: null, changes: statedFields({ backupOf }) },
      ...accessEntries(access),
    ]);
  });
}
