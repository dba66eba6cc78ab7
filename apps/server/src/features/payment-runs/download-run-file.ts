import { z } from 'zod';
import { conflict } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import { readStored } from '../../platform/crypto/reencrypt.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { readRun } from './read-run.ts';

const READ_PART = defineStatement({
  name: 'read-run-file-part',
  text: 'SELECT id, content FROM payment_run_file_parts WHERE run_id = $1 AND part = $2',
  row: z.object({ id: z.string(), content: z.string() }),
  example: ['2'.repeat(24), 1],
});

/** The file of a run, part by part. */
export interface RunFile {
  readonly fileName: string;
  readonly parts: AsyncIterable<string>;
}

/**
 * Reads the file of a run, part by part; each download is recorded (BANK-02).
 * @throws 404; 409 before the file is made
 */
export async function downloadRunFile(
  context: ActorContext & Pick<AppContext, 'keys'>,
  { id }: { readonly id: string },
): Promise<RunFile> {
  const { database, actor, now } = context;
  const { fileName, fileHash } = await readRun(context, id);
  if (fileName === null) throw conflict('The file of this run is not made yet.');
  await database.transaction((client) =>
    recordActivity(client, actor, now(), {
      action: 'file_downloaded',
      entity: 'payment_run',
      entityId: id,
      changes: [{ field: 'fileHash', before: null, after: fileHash }],
    }),
  );
  return { fileName, parts: partsOf(context, id) };
}

async function* partsOf(
  { database, keys }: Pick<AppContext, 'database' | 'keys'>,
  runId: string,
): AsyncGenerator<string> {
  for (let part = 1; ; part += 1) {
    const [stored] = await database.rows(READ_PART, [runId, part]);
    if (!stored) return;
    const place = { table: 'payment_run_file_parts', id: stored.id, column: 'content' };
    yield await readStored(keys, stored.content, place);
  }
}
