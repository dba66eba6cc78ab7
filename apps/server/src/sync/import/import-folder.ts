import type { Logger } from 'pino';
import { postPendingEntries } from '../../money/ledger/post-entries.ts';
import type { DataKeys } from '../../platform/crypto/data-keys.ts';
import type { Database } from '../../platform/db/database.ts';
import { readDemoMarker } from '../../records/demo-marker.ts';
import type { Settings } from '../../settings.ts';
import { BatchWriter, transactionsOn } from './batch-writer.ts';
import { encryptStored } from './encrypt-stored.ts';
import { type Counter, importFile } from './import-file.ts';
import { underImportLock } from './import-lock.ts';
import { showProgress } from './progress.ts';
import { RejectedFile } from './rejections.ts';
import { findSourceFiles } from './source-folder.ts';

/** The dependencies of an import. */
export interface ImportContext {
  readonly database: Database;
  /** With the role that owns the tables, which alone may vacuum them. */
  readonly owner: Database;
  readonly keys: DataKeys;
  readonly log: Logger;
  readonly settings: Pick<Settings, 'documentHosts'>;
  readonly stderr: { readonly isTTY?: boolean; write(text: string): unknown };
}

/** The outcome of an import. */
export interface ImportResult {
  readonly counters: ReadonlyMap<string, Counter>;
  readonly rejectedPath: string;
  /** Whether made-up records stand in the same database. */
  readonly isBesideDemo: boolean;
}

/** From this many rows on a table is vacuumed at once, so that plans and index-only scans fit the new rows. */
const ROWS_WORTH_A_VACUUM = 10_000;

/**
 * Imports the files of a folder (IMPO-01 to IMPO-05).
 * @throws StartError when it cannot be done
 */
export async function importFolder(
  folder: string,
  { isDryRun }: { readonly isDryRun: boolean },
  { database, owner, keys, log, stderr, settings: { documentHosts } }: ImportContext,
): Promise<ImportResult> {
  const files = await findSourceFiles(folder);
  return underImportLock(database, stderr, async (client) => {
    const vacuum = (table: string) =>
      owner.pool
        .query(`VACUUM (ANALYZE) ${table}`)
        .catch((error: unknown) => log.warn({ err: error }, 'a table was not vacuumed after its import'));
    const rejected = await RejectedFile.open(folder);
    if (!isDryRun) {
      await encryptStored(database, keys);
      await postPendingEntries(database);
    }
    const writer = new BatchWriter(transactionsOn(client, { isDryRun }), { keys, isDryRun, documentHosts });
    const counters = new Map<string, Counter>();
    const progress = showProgress(
      stderr,
      files.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    try {
      for (const file of files) {
        progress.begin(file.name);
        const counter = await importFile(file, { writer, rejected, onProgress: progress.advance });
        progress.end(file.name, counter.read);
        counters.set(file.definition.collection, counter);
        const written = counter.added + counter.changed;
        if (isDryRun || written < ROWS_WORTH_A_VACUUM) continue;
        await vacuum(file.definition.table);
        if (file.definition.posts) await vacuum('ledger_entries');
      }
      // Only earnings rows reference records of a later file.
      const earnings = counters.get('earnings');
      if (earnings) earnings.missingReferences += writer.missingReferences;
    } finally {
      progress.stop();
      await rejected.close();
    }
    return { counters, rejectedPath: rejected.path, isBesideDemo: (await readDemoMarker(client)) !== null };
  });
}
