import type pg from 'pg';
import { isPostingPending, postPendingEntriesOf } from '../../money/ledger/post-entries.ts';
import { eraseRelatedRows, type PeopleTable } from '../../platform/db/erase-related-rows.ts';
import { markImagesUnused } from '../../platform/files/remove-images.ts';
import type { RecordDefinition } from '../../records/define-record.ts';
import { addErasures } from '../erasure/add-erasures.ts';
import { eraseRows } from '../erasure/erase-rows.ts';
import type { Version } from './record-version.ts';

/** A record that its source has deleted, and by which version. */
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

/** The columns of a record as a row without content has them. */
const emptied = ({ columns }: RecordDefinition): string =>
  columns.map(({ name }) => `${name} = DEFAULT`).join(', ');

// Its parts are not listed without it, and are there again with it: so their order does not matter.
const hide: Deletion = async (client, definition, ids) => {
  await client.query(
    `UPDATE ${definition.table} SET record_state = 'stub', ${emptied(definition)} WHERE id = ANY ($1)`,
    [ids],
  );
};

/**
 * Erases people as the screen does (USER-06, MECH-13), also those who never came, so that the order does not matter. Their money
 * stays, with what is needed to pay it (PRIV-06).
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

/** Whether a source may delete records of the collection: those that a screen deletes (SYNC-03). */
export const canDelete = (collection: string): boolean => Object.hasOwn(DELETIONS, collection);

/**
 * Deletes records as the screen does, because their source has. Call it after they are remembered as deleted.
 * @param records in the order of their ids
 */
export async function deleteAtSource(
  client: pg.ClientBase,
  definition: RecordDefinition,
  records: readonly DeletedRecord[],
): Promise<void> {
  const ids = records.map(({ id }) => id);
  if (ids.length > 0) await DELETIONS[definition.collection]?.(client, definition, ids, records);
}

/** Makes erased people stubs again, whom their source brings back with a newer version. */
export async function bringBack(
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
