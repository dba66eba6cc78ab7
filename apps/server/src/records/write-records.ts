import type pg from 'pg';
import type { Collection, Row } from './collection.ts';
import { ensurePlaceholders } from './ensure-placeholders.ts';
import { upsertRows } from './upsert-rows.ts';

/** How many records one statement should take: beyond it nothing gets faster. */
export const RECORDS_PER_STATEMENT = 1000;

/**
 * Writes records of the domain in bulk: a placeholder for each record that they point at and that is not here, then
 * the records, in one statement for every `RECORDS_PER_STATEMENT`. A record that is here is overwritten, an erased one
 * stays erased.
 * @param client inside of a transaction
 * @param records each id once
 * @example await database.transaction((client) => writeRecords(client, collections.bookings, bookings))
 */
export async function writeRecords<D>(
  client: pg.ClientBase,
  collection: Collection<D>,
  records: readonly D[],
): Promise<void> {
  for (let start = 0; start < records.length; start += RECORDS_PER_STATEMENT) {
    const batch = records.slice(start, start + RECORDS_PER_STATEMENT);
    const rows: Row[] = batch.map((record) => collection.toRow(record));
    await ensurePlaceholders(client, collection, rows);
    await upsertRows(client, collection, rows);
  }
}
