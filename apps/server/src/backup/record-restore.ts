import { z } from 'zod';
import { commandLine } from '../db/command-line-actor.ts';
import type { Database } from '../db/database.ts';
import { recordActivity } from '../db/record-activity.ts';
import { defineStatement, rowsOf } from '../db/statement.ts';

const noted = z.object({ user: z.string().nullable(), at: z.iso.datetime(), backupOf: z.string() });

const NOTE = defineStatement({
  name: 'note-restore',
  text: "INSERT INTO business_settings (name, value) VALUES ('restored', $1)",
  example: ['{}'],
});
const TAKE_NOTE = defineStatement({
  name: 'take-noted-restore',
  text: "DELETE FROM business_settings WHERE name = 'restored' RETURNING value",
  row: z.object({ value: z.string() }),
  example: [],
});

/**
 * Notes a restore in the restored database. The log takes entries only with the data key, which need not be on this machine yet.
 * @param backupOf when the backup was made
 */
export async function noteRestore(database: Database, backupOf: string): Promise<void> {
  const note: z.infer<typeof noted> = { user: commandLine().email, at: new Date().toISOString(), backupOf };
  await database.rows(NOTE, [JSON.stringify(note)]);
}

/** Logs the restore that is noted in a database, before the first program that has its data key logs anything else (PRIV-03). */
export function recordRestore(database: Pick<Database, 'transaction'>): Promise<void> {
  return database.transaction(async (client) => {
    const [found] = await rowsOf(client, TAKE_NOTE, []);
    if (found === undefined) return;
    const { user, at, backupOf } = noted.parse(JSON.parse(found.value));
    await recordActivity(client, { ...commandLine(), email: user }, new Date(at), {
      action: 'restored',
      entity: 'database',
      entityId: null,
      changes: [{ field: 'backupOf', before: null, after: backupOf }],
    });
  });
}
