import cliProgress from 'cli-progress';
import type { Logger } from 'pino';
import { countText } from '../../count-text.ts';
import { postPendingEntries } from '../../money/ledger/post-entries.ts';
import type { DataKeys } from '../../platform/crypto/data-keys.ts';
import { withLock } from '../../platform/db/advisory-locks.ts';
import type { Database } from '../../platform/db/database.ts';
import { readDemoMarker } from '../../records/demo-marker.ts';
import type { Settings } from '../../settings.ts';
import { BatchWriter, transactionsOn } from './batch-writer.ts';
import { encryptStored } from './encrypt-stored.ts';
import { type Counter, importFile } from './import-file.ts';
import { RejectedFile } from './rejections.ts';
import { findSourceFiles, type UnreadFile } from './source-folder.ts';

interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

interface Progress {
  begin(fileName: string): void;
  advance(bytes: number, records: number): void;
  end(fileName: string, records: number): void;
  stop(): void;
}

const RECORDS_PER_LINE = 100_000;
const count = new Intl.NumberFormat('en-IN');

function createProgressBar(screen: Screen, totalBytes: number): Progress {
  const shown = new cliProgress.SingleBar({
    stream: screen as NodeJS.WritableStream,
    format: '{file} [{bar}] {percentage}% | {records} records | {eta_formatted} left',
    hideCursor: true,
    clearOnComplete: true,
  });
  let bytes = 0;
  shown.start(Math.max(totalBytes, 1), 0, { file: '', records: '0' });
  return {
    begin: (file) => shown.update({ file, records: '0' }),
    advance: (more, records) => {
      bytes += more;
      shown.update(bytes, { records: count.format(records) });
    },
    end: () => undefined,
    stop: () => shown.stop(),
  };
}

function createProgressLines(screen: Screen): Progress {
  let current = '';
  let next = RECORDS_PER_LINE;
  return {
    begin: (file) => {
      current = file;
      next = RECORDS_PER_LINE;
    },
    advance: (_, records) => {
      if (records < next) return;
      screen.write(`${current}: ${count.format(records)} records\n`);
      next = records + RECORDS_PER_LINE;
    },
    end: (file, records) => screen.write(`${file}: ${count.format(records)} records, done\n`),
    stop: () => undefined,
  };
}

/** Shows a progress bar on a terminal and plain lines elsewhere. */
function showProgress(screen: Screen, totalBytes: number): Progress {
  return screen.isTTY === true ? createProgressBar(screen, totalBytes) : createProgressLines(screen);
}

/** The duration of the largest possible import. */
const MAX_WAIT_MS = 6 * 3_600_000;

export interface ImportContext {
  readonly database: Database;
  /** Connects with the role that owns the tables, the only one that may vacuum them. */
  readonly owner: Database;
  readonly keys: DataKeys;
  readonly log: Logger;
  readonly settings: Pick<Settings, 'documentHosts'>;
  readonly stderr: { readonly isTTY?: boolean; write(text: string): unknown };
}

export interface ImportResult {
  readonly counters: ReadonlyMap<string, Counter>;
  readonly unread: readonly UnreadFile[];
  readonly rejectedPath: string;
  /** Whether the database also contains demo records. */
  readonly isBesideDemo: boolean;
}

/**
 * A table with at least this many new rows is vacuumed immediately, so that query plans and index-only scans match
 * its size.
 */
const ROWS_WORTH_A_VACUUM = 10_000;

/** Imports the files of a folder (IMPO-01 to IMPO-05). @throws StartError if the import is not possible */
export async function importFolder(
  folder: string,
  { isDryRun }: { readonly isDryRun: boolean },
  { database, owner, keys, log, stderr, settings: { documentHosts } }: ImportContext,
): Promise<ImportResult> {
  const { files, unread } = await findSourceFiles(folder);
  const onWait = () => stderr.write('Another import is running; this one begins when it has ended.\n');
  return withLock(database.pool, 'filling', { longestMs: MAX_WAIT_MS, onWait }, async (client) => {
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
    const isBesideDemo = (await readDemoMarker(client)) !== null;
    return { counters, unread, rejectedPath: rejected.path, isBesideDemo };
  });
}

const HEADINGS = ['collection', 'read', 'new', 'changed', 'same', 'rejected'];

function formatTable(counters: ReadonlyMap<string, Counter>): string[] {
  const rows = [...counters].map(([name, { read, added, changed, same, rejected }]) => [
    name,
    ...[read, added, changed, same, rejected].map(String),
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  return [HEADINGS, ...rows].map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

function formatNotes(counters: ReadonlyMap<string, Counter>): string[] {
  return [...counters].flatMap(
    ([name, { deleted, stale, roundedAmounts, withoutTransactionId, missingReferences }]) => [
      ...(deleted > 0 ? [`${name}: ${countText(deleted, 'record')} deleted, as in the source`] : []),
      ...(stale > 0 ? [`${name}: ${countText(stale, 'record')} older than what is here, skipped`] : []),
      ...(roundedAmounts > 0 ? [`${name}: ${roundedAmounts} amounts rounded to a paisa`] : []),
      ...(withoutTransactionId > 0
        ? [`${name}: ${countText(withoutTransactionId, 'payout')} without a transaction id`]
        : []),
      ...(missingReferences > 0
        ? [`${name}: ${missingReferences} references to records that are not here (they read N/A)`]
        : []),
    ],
  );
}

/**
 * Returns the report of an import, which contains a table, notes, unread files, and the path of the rejected records.
 */
export function formatReport(
  { counters, unread, rejectedPath, isBesideDemo }: ImportResult,
  { isDryRun }: { readonly isDryRun: boolean },
): string {
  const isRejecting = [...counters.values()].some(({ rejected }) => rejected > 0);
  return [
    ...formatTable(counters),
    ...formatNotes(counters),
    ...unread.map(({ name, reason }) => `${name} was not read: ${reason}.`),
    ...(isRejecting ? [`Rejected records, with reasons: ${rejectedPath}`] : []),
    ...(isBesideDemo
      ? [
          'This database also contains demo data. To have only your own, set DEMO=off and DATA_DIR to a new directory.',
        ]
      : []),
    ...(isDryRun ? ['This was a dry run: nothing was changed.'] : []),
    '',
  ].join('\n');
}
