import type pg from 'pg';
import { isPostingPending, postPendingEntriesOf } from '../../money/ledger/post-entries.ts';
import { eraseRelatedRows, type PeopleTable } from '../../platform/db/erase-related-rows.ts';
import { markImagesUnused } from '../../platform/files/remove-images.ts';
import type { RecordDefinition } from '../../records/define-record.ts';
import { eraseRows } from '../erasure/erase-rows.ts';
import { addErasures } from '../erasure/erasure-log.ts';
import type { Version } from './imported-records.ts';

export interface DeletedRecord {
  readonly id: string;
  readonly version: Version;
}

type Deletion = (
  client: pg.ClientBase,
  definition: RecordDefinition,
  ids: readonly string[],
  records: readonly DeletedRecord[],
) => Promise<void>;

const remove: Deletion = async (client, { table }, ids) => {
  await client.query(`DELETE FROM ${table} WHERE id = ANY ($1)`, [ids]);
};

const clearColumns = ({ columns }: RecordDefinition): string =>
  columns.map(({ name }) => `${name} = DEFAULT`).join(', ');

// Parts of a hidden record are not listed until it returns, so the order in which they and the record arrive does not
// matter.
const hide: Deletion = async (client, definition, ids) => {
  await client.query(
    `UPDATE ${definition.table} SET record_state = 'stub', ${clearColumns(definition)} WHERE id = ANY ($1)`,
    [ids],
  );
};

/**
 * Erases people as a deletion in the user interface does (USER-06, MECH-13). Also erases people who are not stored
 * yet, so that their records may arrive in any order (PRIV-06).
 */
const erase: Deletion = async (client, definition, ids, records) => {
  const table = definition.table as PeopleTable;
  if (table === 'mechanics' && (await isPostingPending(client)))
    for (const id of ids) await postPendingEntriesOf(client, id);
  await markImagesUnused(client, table, ids);
  await client.query(
    `INSERT INTO ${table} (id, record_state) SELECT id, 'erased' FROM unnest($1::text[]) AS given (id) ON CONFLICT (id) DO NOTHING`,
    [ids],
  );
  await eraseRows(client, table, ids, 'source');
  await eraseRelatedRows(client, table, ids);
  await addErasures(client, table, 'deleted_at_source', records);
};

const DELETIONS: Readonly<Record<string, Deletion | undefined>> = {
  users: erase,
  mechanics: erase,
  services: hide,
  parts: remove,
  slots: remove,
  companies: remove,
  sosservices: remove,
  notifications: remove,
};

/**
 * Checks whether a source may delete records of the collection: only records that can be deleted in the user
 * interface (SYNC-03).
 */
export const canDelete = (collection: string): boolean => Object.hasOwn(DELETIONS, collection);

/**
 * Deletes records as a deletion in the user interface does. Call it after they are stored as deleted. @param records
 * in the order of their ids
 */
export async function deleteAtSource(
  client: pg.ClientBase,
  definition: RecordDefinition,
  records: readonly DeletedRecord[],
): Promise<void> {
  const ids = records.map(({ id }) => id);
  if (ids.length > 0) await DELETIONS[definition.collection]?.(client, definition, ids, records);
}

/** Turns erased people back into stubs when the source restores them with a newer version. */
export async function restoreErased(
  client: pg.ClientBase,
  { table }: Pick<RecordDefinition, 'table'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await client.query<{ id: string }>(
    `UPDATE ${table} SET record_state = 'stub', payee_name = NULL WHERE id = ANY ($1) AND record_state = 'erased' RETURNING id`,
    [ids],
  );
  await addErasures(client, table as PeopleTable, 'brought_back', rows);
}

/**
 * Statements that clear the fields that records of an erased customer or mechanic must not contain, even if the
 * records arrive later (USER-06, PRIV-06).
 */
const STATEMENTS: Readonly<Record<string, string | undefined>> = {
  bookings: `UPDATE bookings AS b SET latitude = NULL, longitude = NULL, problem = NULL FROM users AS u
    WHERE b.id = ANY ($1) AND u.id = b.customer_id AND u.record_state = 'erased' AND num_nonnulls(latitude, longitude, problem) > 0
    RETURNING b.id`,
  payments: `UPDATE payments AS p SET screenshot = NULL FROM users AS u
    WHERE p.id = ANY ($1) AND u.id = p.customer_id AND u.record_state = 'erased' AND screenshot IS NOT NULL RETURNING p.id`,
  notifications: `WITH gone AS (
      DELETE FROM notifications AS n WHERE n.id = ANY ($1) AND (
        EXISTS (SELECT FROM users AS u WHERE u.id = n.user_id AND u.record_state = 'erased')
        OR EXISTS (SELECT FROM mechanics AS m WHERE m.id = n.mechanic_id AND m.record_state = 'erased')) RETURNING id),
    forgotten AS (UPDATE imported_records SET field_hashes = NULL WHERE collection = 'notifications' AND id IN (SELECT id FROM gone))
    SELECT id FROM gone`,
};

/**
 * Removes data of erased people from written records, so that the order of a record and the deletion of its customer
 * does not matter.
 * @returns the ids of records that were removed completely
 */
export async function clearErasedData(
  client: pg.ClientBase,
  collection: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const text = STATEMENTS[collection];
  if (text === undefined || ids.length === 0) return [];
  const { rows } = await client.query<{ id: string }>({ name: `omit-erased-${collection}`, text, values: [ids] });
  return collection === 'notifications' ? rows.map(({ id }) => id) : [];
}
