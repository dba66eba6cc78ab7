import type pg from 'pg';
import { z } from 'zod';
import { openSourceWallets } from '../../../apps/server/src/money/ledger/book-source-wallets.ts';
import { lockLedger, postOwnEntries } from '../../../apps/server/src/money/ledger/post-entries.ts';
import type { DataKeys } from '../../../apps/server/src/platform/crypto/data-keys.ts';
import { waitForLock } from '../../../apps/server/src/platform/db/advisory-locks.ts';
import type { Database } from '../../../apps/server/src/platform/db/database.ts';
import { orm } from '../../../apps/server/src/platform/db/orm.ts';
import { mechanics } from '../../../apps/server/src/platform/db/schema/mechanics.ts';
import { users } from '../../../apps/server/src/platform/db/schema/users.ts';
import { applySourceConfiguration } from '../../../apps/server/src/records/apply-source-configuration.ts';
import { orderedCollections } from '../../../apps/server/src/records/collections.ts';
import {
  type DemoMarker,
  hasRecords,
  RECORD_TABLES,
  readDemoMarker,
  writeDemoMarker,
} from '../../../apps/server/src/records/demo-marker.ts';
import { encryptRows, insertRows } from '../../../apps/server/src/records/write-rows.ts';
import { type DemoBatch, demoBatches } from './demo-batches.ts';
import { UNKNOWN_PEOPLE } from './demo-bookings.ts';
import { writeDemoHistory } from './demo-history.ts';
import { writeDemoPictureRows } from './demo-picture-files.ts';
import { DEFAULT_BOOKINGS, DEFAULT_SEED, planDemo } from './demo-plan.ts';

/** Statements that drop something, each with the statement that restores it. */
const steps = z.array(z.object({ remove: z.string(), restore: z.string() }));

// Foreign keys are dropped first and restored last, because they may need one of the indexes.
const REMOVABLE = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS remove,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS restore
  FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY ($1::text[]::regclass[])
  UNION ALL
  SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname), format('ALTER TABLE %s ENABLE TRIGGER %I', tgrelid::regclass, tgname)
  FROM pg_trigger WHERE tgrelid = ANY ($1::text[]::regclass[])
    AND tgfoid IN ('update_counters'::regproc, 'update_balances'::regproc, 'record_live_changes'::regproc)
  UNION ALL
  SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  FROM pg_index WHERE NOT indisunique AND indrelid = ANY ($1::text[]::regclass[])`;

/** Notifies open screens that any row may have changed. The first argument of the trigger is the entity name. */
const RECORD_LIVE_CHANGES = `
  INSERT INTO live_changes (entity) SELECT DISTINCT split_part(encode(tgargs, 'escape'), '\\000', 1)
  FROM pg_trigger WHERE tgfoid = 'record_live_changes'::regproc AND tgrelid = ANY ($1::text[]::regclass[])`;

/**
 * Loads rows into empty tables without foreign keys, indexes, and the triggers for counters, balances and live
 * changes, which it restores at the end. Unique indexes stay.
 * @param client in a transaction, so that a rollback restores everything
 * @param tables every table that is written
 */
async function loadInBulk(
  client: pg.ClientBase,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query(REMOVABLE, [tables]);
  const removed = steps.parse(rows);
  for (const { remove } of removed) await client.query(remove);
  await work();
  for (const { restore } of removed.toReversed()) await client.query(restore);
  await client.query(RECORD_LIVE_CHANGES, [tables]);
}

/** Tables with content that is derived from the records. */
const DERIVED_TABLES = [
  ...['ledger_entries', 'mechanic_balances', 'payment_out_ids', 'transaction_ids', 'wallet_entries', 'counters'],
];
/** A trigger on bookings writes these tables first. */
const EMERGENCY_TABLES = ['emergencies', 'emergency_steps'];

/** Raises limits for building indexes, checking foreign keys and counting rows. */
const BULK_LIMITS = `SELECT set_config('maintenance_work_mem', '256MB', true), set_config('work_mem', '64MB', true),
  set_config('max_parallel_workers_per_gather', '2', true)`;

export interface DemoOptions {
  /** From 100 to 16,000,000. It determines the numbers of customers and mechanics. */
  readonly bookings?: number;
  readonly seed?: number;
  /** The end of the demo's last day. */
  readonly now: Date;
  readonly onProgress?: (bookingsWritten: number) => void;
}

export type DemoSummary =
  | { readonly outcome: 'filled'; readonly counts: Readonly<Record<string, number>> }
  /** The database contains demo data of any size and seed; nothing was added. */
  | { readonly outcome: 'already demo'; readonly marker: DemoMarker }
  /** The database contains other records; nothing was added. */
  | { readonly outcome: 'occupied' };

/**
 * Fills an empty database with a fictional marketplace in one transaction. A database that contains records stays
 * unchanged.
 * @param target the database, with the role that owns the tables
 * @throws RangeError if the size or seed is out of range
 */
export async function fillWithDemo(
  target: { readonly database: Database; readonly keys: DataKeys },
  input: DemoOptions,
): Promise<DemoSummary> {
  const { database, keys } = target;
  const { bookings = DEFAULT_BOOKINGS, seed = DEFAULT_SEED, now, onProgress } = input;
  const plan = planDemo({ bookings, seed, now });
  const summary = await database.transaction(async (client): Promise<DemoSummary> => {
    await client.query('SET LOCAL statement_timeout = 0');
    // If several nodes start at the same time, they wait here and then find the demo.
    await waitForLock(client, 'filling', { until: 'transaction' });
    await lockLedger(client);
    const marker = await readDemoMarker(client);
    if (marker !== null) return { outcome: 'already demo', marker };
    if (await hasRecords(client)) return { outcome: 'occupied' };
    const counts: Record<string, number> = {};
    await client.query(BULK_LIMITS);
    await loadInBulk(client, [...RECORD_TABLES, ...EMERGENCY_TABLES, 'wallet_entries'], async () => {
      await writeUnknownPeople(client);
      for (const batch of demoBatches(plan)) {
        await writeBatch({ client, keys }, batch, counts);
        onProgress?.(counts.bookings ?? 0);
      }
      await openSourceWallets(client);
    });
    // This runs in the same transaction, so that no reader sees a balance without its entries (PAYO-10).
    await client.query('ANALYZE payments, bookings, earnings, payouts');
    await loadInBulk(client, ['ledger_entries', 'booking_status_changes', ...EMERGENCY_TABLES], async () => {
      await postOwnEntries(client);
      await writeDemoHistory(client, { seed, now });
    });
    await client.query('CALL rebuild_balances()');
    await client.query('CALL rebuild_counters()');
    await writeDemoPictureRows(client, now);
    await writeDemoMarker(client, { bookings, seed });
    return { outcome: 'filled', counts };
  });
  if (summary.outcome !== 'filled') return summary;
  // Fresh statistics and the visibility map make the first page fast.
  const tables = [...RECORD_TABLES, ...EMERGENCY_TABLES, ...DERIVED_TABLES];
  await database.pool.query(`VACUUM (ANALYZE, INDEX_CLEANUP OFF) ${tables.join(', ')}`);
  return summary;
}

/** Writes stubs for records that are referenced but missing. Restoring the foreign keys proves that none is omitted. */
async function writeUnknownPeople(client: pg.ClientBase): Promise<void> {
  await orm(client).insert(users).values({ id: UNKNOWN_PEOPLE.users, recordState: 'stub' });
  await orm(client).insert(mechanics).values({ id: UNKNOWN_PEOPLE.mechanics, recordState: 'stub' });
}

interface Target {
  readonly client: pg.ClientBase;
  readonly keys: DataKeys;
}

async function writeBatch(
  { client, keys }: Target,
  batch: DemoBatch,
  counts: Record<string, number>,
): Promise<void> {
  for (const definition of orderedCollections) {
    const collection = definition.collection as keyof DemoBatch;
    const records: readonly unknown[] = batch[collection] ?? [];
    const rows = records.map((record) => definition.toRow(record));
    if (collection === 'configs') for (const row of rows) await applySourceConfiguration(client, row);
    else await insertRows(client, definition, await encryptRows(client, keys, definition, rows));
    counts[collection] = (counts[collection] ?? 0) + records.length;
  }
}
