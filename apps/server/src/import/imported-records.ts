import type pg from 'pg';
import type { RecordDefinition, Row } from '../records/define-record.ts';

const RECALL = {
  name: 'recall-imported',
  text: 'SELECT id, field_hashes FROM imported_records WHERE collection = $1 AND id = ANY ($2)',
};

// A record that is erased while the import runs stays erased.
const REMEMBER = {
  name: 'remember-imported',
  text: `
    INSERT INTO imported_records AS stored (collection, id, field_hashes, changed_at)
    SELECT $1, id, hashes, now() FROM unnest($2::text[], $3::bytea[]) AS given (id, hashes)
    ON CONFLICT (collection, id) DO UPDATE SET field_hashes = excluded.field_hashes, changed_at = now()
      WHERE stored.field_hashes IS NOT NULL`,
};

/** The field hashes that earlier imports have stored for these records; null for one that was erased here since. */
export async function recall(
  client: pg.ClientBase,
  { collection }: RecordDefinition,
  rows: readonly Row[],
): Promise<Map<string, Buffer | null>> {
  const values = [collection, rows.map(([id]) => id)];
  const { rows: found } = await client.query<{ id: string; field_hashes: Buffer | null }>({ ...RECALL, values });
  return new Map(found.map((record) => [record.id, record.field_hashes]));
}

/** Stores the field hashes of the records as the source has them now. */
export async function remember(
  client: pg.ClientBase,
  { collection }: RecordDefinition,
  hashes: ReadonlyMap<string, Buffer>,
): Promise<void> {
  if (hashes.size === 0) return;
  await client.query({ ...REMEMBER, values: [collection, [...hashes.keys()], [...hashes.values()]] });
}
