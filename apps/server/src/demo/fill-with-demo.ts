import { setImmediate as untilNextTurn } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '../db/database.ts';
import { waitForLock } from '../db/wait-for-lock.ts';
import { bookSourceWallets } from '../ledger/book-source-wallets.ts';
import { lockLedger, postOwnEntries } from '../ledger/post-entries.ts';
import { collections } from '../records/collections.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { stateConfiguration } from '../records/state-configuration.ts';
import { upsertRows } from '../records/write-rows.ts';
import { loadInBulk } from './bulk-load.ts';
import { type DemoBatch, demoBatches } from './demo-batches.ts';
import { type DemoMarker, holdsRecords, RECORD_TABLES, readDemoMarker, writeDemoMarker } from './demo-mark.ts';
import { writeDemoPictureRows } from './demo-picture-files.ts';
import { planDemo, USUAL_BOOKINGS, USUAL_SEED } from './demo-plan.ts';

/** Beyond it nothing gets faster. */
const RECORDS_PER_STATEMENT = 1000;

export interface DemoOptions {
  /** From 100 to 5,000,000; customers and mechanics follow from it. */
  readonly bookings?: number;
  /** Another seed, another marketplace. */
  readonly seed?: number;
  /** The moment at which the demo's last day ends. */
  readonly now: Date;
  /** Told after each batch. */
  readonly onProgress?: (bookingsMade: number) => void;
}

/** What has come of it. */
export type DemoSummary =
  | { readonly outcome: 'filled'; readonly counts: Readonly<Record<string, number>> }
  /** There is demo data already, this or another; nothing was added. */
  | { readonly outcome: 'already demo'; readonly mark: DemoMarker }
  /** There are records that are no demo; nothing was added. */
  | { readonly outcome: 'occupied' };

/**
 * Fills an empty database with a made-up marketplace, in one transaction: interrupted, it leaves nothing behind. A
 * database that holds anything is left as it is, so that made-up people never come among real ones.
 * @throws RangeError when the size or the seed is out of bounds
 */
export async function fillWithDemo(database: Database, input: DemoOptions): Promise<DemoSummary> {
  const { bookings = USUAL_BOOKINGS, seed = USUAL_SEED, now, onProgress } = input;
  const plan = planDemo({ bookings, seed, now });
  const summary = await database.transaction(async (client): Promise<DemoSummary> => {
    await client.query('SET LOCAL statement_timeout = 0');
    // One node fills, the others that start at the same moment wait and then find it filled.
    await waitForLock(client, 'filling', { until: 'transaction' });
    await lockLedger(client);
    const mark = await readDemoMarker(client);
    if (mark !== null) return { outcome: 'already demo', mark };
    if (await holdsRecords(client)) return { outcome: 'occupied' };
    const counts: Record<string, number> = {};
    await loadInBulk(client, RECORD_TABLES, () => writeBatches(client, demoBatches(plan), counts, onProgress));
    await writeDemoPictureRows(client, now);
    await writeDemoMarker(client, { bookings, seed });
    await postDemo(client);
    return { outcome: 'filled', counts };
  });
  if (summary.outcome !== 'filled') return summary;
  // So that the very first page is already planned by what there is, and read from indexes alone.
  await database.pool.query('VACUUM (ANALYZE)');
  return summary;
}

/** Posts the entries of all that was written, in the same transaction: nobody sees a balance without them (PAYO-10). */
async function postDemo(client: pg.ClientBase): Promise<void> {
  await client.query('ANALYZE payments, bookings, earnings, payouts');
  for (const table of ['users', 'mechanics'] as const) {
    const { rows } = await client.query<{ ids: string[] }>(
      `SELECT coalesce(array_agg(id), '{}') AS ids FROM ${table} WHERE source_wallet_paise IS NOT NULL`,
    );
    await bookSourceWallets(client, table, rows[0]?.ids ?? []);
  }
  await postOwnEntries(client);
}

/** While the database writes records, further ones are made. */
async function writeBatches(
  client: pg.ClientBase,
  batches: Iterable<DemoBatch>,
  counts: Record<string, number>,
  onProgress: DemoOptions['onProgress'],
): Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  for await (const batch of gathered(batches)) {
    await writing;
    writing = writeBatch(client, batch, counts).then(() => onProgress?.(counts.bookings ?? 0));
    // It is awaited later; meanwhile a failure of it is not to be taken for one that nobody sees.
    writing.catch(() => undefined);
  }
  await writing;
}

/** As many as one statement should take. Between the small batches the database's answers are let in. */
async function* gathered(batches: Iterable<DemoBatch>): AsyncGenerator<DemoBatch> {
  let all: Record<string, unknown[]> = {};
  for (const batch of batches) {
    for (const [name, records] of Object.entries(batch)) all[name] = [...(all[name] ?? []), ...records];
    await untilNextTurn();
    if (Object.values(all).every(({ length }) => length < RECORDS_PER_STATEMENT)) continue;
    yield all;
    all = {};
  }
  yield all;
}

async function writeBatch(client: pg.ClientBase, batch: DemoBatch, counts: Record<string, number>): Promise<void> {
  const write = async <D, S>(definition: RecordDefinition<D, S>, records: readonly S[] = []) => {
    const { collection } = definition;
    const rows = records.map((record) => definition.toRow(record));
    if (collection === 'configs') for (const row of rows) await stateConfiguration(client, row);
    else await upsertRows(client, definition as RecordDefinition, rows);
    counts[collection] = (counts[collection] ?? 0) + records.length;
  };
  await write(collections.configs, batch.configs);
  await write(collections.companies, batch.companies);
  await write(collections.slots, batch.slots);
  await write(collections.sosservices, batch.sosservices);
  await write(collections.services, batch.services);
  await write(collections.parts, batch.parts);
  await write(collections.users, batch.users);
  await write(collections.mechanics, batch.mechanics);
  await write(collections.bookings, batch.bookings);
  await write(collections.payments, batch.payments);
  await write(collections.earnings, batch.earnings);
  await write(collections.payouts, batch.payouts);
  await write(collections.notifications, batch.notifications);
}
