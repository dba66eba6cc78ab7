import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { statedFields } from '../db/activity-entry.ts';
import { commandLine } from '../db/command-line-actor.ts';
import type { Database } from '../db/database.ts';
import { orm } from '../db/orm.ts';
import { recordActivity } from '../db/record-activity.ts';
import { businessSettings } from '../db/schema/business-settings.ts';

const noted = z.object({ user: z.string().nullable(), at: z.iso.datetime(), backupOf: z.string() });

const NAME = 'restored';

/**
 * Notes a restore in the restored database. The log takes entries only with the data key, which need not be on this machine yet.
 * @param backupOf when the backup was made
 */
export async function noteRestore(database: Database, backupOf: string): Promise<void> {
  const note: z.infer<typeof noted> = { user: commandLine().email, at: new Date().toISOString(), backupOf };
  await database.orm.insert(businessSettings).values({ name: NAME, value: JSON.stringify(note) });
}

/** Logs the restore that is noted in a database, before the first program that has its data key logs anything else (PRIV-03). */
export function recordRestore(database: Pick<Database, 'transaction'>): Promise<void> {
  return database.transaction(async (client) => {
    const [found] = await orm(client).delete(businessSettings).where(eq(businessSettings.name, NAME)).returning();
    if (found === undefined) return;
    const { user, at, backupOf } = noted.parse(JSON.parse(found.value));
    await recordActivity(client, { ...commandLine(), email: user }, new Date(at), {
      action: 'restored',
      entity: 'database',
      entityId: null,
      changes: statedFields({ backupOf }),
    });
  });
}
