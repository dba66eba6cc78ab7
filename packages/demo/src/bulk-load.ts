import type pg from 'pg';
import { z } from 'zod';

/** Statements that drop something, each with the one that restores it. */
const steps = z.array(z.object({ remove: z.string(), restore: z.string() }));

// Foreign keys are dropped first and restored last, because they may need one of the indexes.
const REMOVABLE = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS remove,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS restore
  FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY ($1::text[]::regclass[])
  UNION ALL
  SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname), format('ALTER TABLE %s ENABLE TRIGGER %I', tgrelid::regclass, tgname)
  FROM pg_trigger WHERE tgrelid = ANY ($1::text[]::regclass[])
    AND tgfoid IN ('update_counters'::regproc, 'update_balances'::regproc, 'add_pending_postings'::regproc, 'record_live_changes'::regproc)
  UNION ALL
  SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  FROM pg_index WHERE NOT indisunique AND indrelid = ANY ($1::text[]::regclass[])`;

/** Tells open screens that any row may have changed. The first argument of the trigger is the name of the entity. */
const RECORD_LIVE_CHANGES = `
  INSERT INTO live_changes (entity) SELECT DISTINCT split_part(encode(tgargs, 'escape'), '\\000', 1)
  FROM pg_trigger WHERE tgfoid = 'record_live_changes'::regproc AND tgrelid = ANY ($1::text[]::regclass[])`;

/**
 * Loads many rows into empty tables without foreign keys, indexes, and the triggers of counters, balances, pending postings and live
 * changes, and restores them at the end; unique indexes stay. Counters, balances and ledger entries are left to the caller. Other readers
 * wait for the end of the transaction.
 * @param client in a transaction, whose rollback restores everything
 * @param tables every table that is written
 */
export async function loadInBulk(
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
