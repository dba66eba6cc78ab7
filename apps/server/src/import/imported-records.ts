import type pg from 'pg';
import type { CollectionName, Row } from '../records/collection.ts';

const RECALL = {
  name: 'recall-imported',
  text: 'SELECT id, field_hashes FROM imported_records WHERE collection = $1 AND id = ANY ($2)',
};

// What was erased while this import ran stays erased.
const REMEMBER = {
  name: 'remember-imported',
  text: `
    INSERT INTO imported_records AS kept (collection, id, field_hashes)
    SELECT $1, id, hashes FROM unnest($2::text[], $3::bytea[]) AS given (id, hashes)
    ON CONFLICT (collection, id) DO UPDATE SET field_hashes = excluded.field_hashes WHERE kept.field_hashes IS NOT NULL`,
};

/** What earlier imports have seen of these records: their field hashes, null for one that was erased here since. */
export async function recall(
  client: pg.ClientBase,
  name: CollectionName,
  rows: readonly Row[],
): Promise<Map<string, Buffer | null>> {
  const values = [name, rows.map(([id]) => id)];
  const { rows: found } = await client.query<{ id: string; field_hashes: Buffer | null }>({ ...RECALL, values });
  return new Map(found.map((record) => [record.id, record.field_hashes]));
}

/** Remembers the records as the source has them now. */
export async function remember(
  client: pg.ClientBase,
  name: CollectionName,
  hashes: ReadonlyMap<string, Buffer>,
): Promise<void> {
  if (hashes.size === 0) return;
  await client.query({ ...REMEMBER, values: [name, [...hashes.keys()], [...hashes.values()]] });
}
