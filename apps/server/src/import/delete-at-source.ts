import type pg from 'pg';
import { forgetPeople, type PeopleTable } from '../db/forget-people.ts';
import { markImagesUnused } from '../files/remove-images.ts';
import { bookSourceWallets } from '../ledger/book-source-wallets.ts';
import type { RecordDefinition } from '../records/define-record.ts';

type Deletion = (client: pg.ClientBase, definition: RecordDefinition, ids: readonly string[]) => Promise<void>;

const remove: Deletion = async (client, { table }, ids) => {
  await client.query(`DELETE FROM ${table} WHERE id = ANY ($1)`, [ids]);
};

/** The columns of a record as a row without content has them. */
const emptied = ({ columns }: RecordDefinition, except: string | null = null): string =>
  columns
    .filter(({ name }) => name !== except)
    .map(({ name }) => `${name} = DEFAULT`)
    .join(', ');

// Its parts are not listed without it, and are there again with it: so their order does not matter.
const hide: Deletion = async (client, definition, ids) => {
  await client.query(
    `UPDATE ${definition.table} SET record_state = 'stub', ${emptied(definition)} WHERE id = ANY ($1)`,
    [ids],
  );
};

const WALLET = 'source_wallet_paise';
/** What was paid out of it: the value of the source with which nothing is left. */
const paidOut = (table: PeopleTable, owner: string): string => `CASE WHEN ${table}.wallet_paise IS NOT NULL THEN (
  SELECT coalesce(-sum(amount_paise), 0) FROM wallet_entries AS e WHERE e.${owner} = ${table}.id AND kind NOT IN ('opening', 'source_change')) END`;

/**
 * Erases people as the screen does (USER-06, MECH-13), also those who never came, so that the order does not matter. What
 * is left of a wallet is booked away: a later deletion and one of somebody unknown leave the same.
 */
const erase: Deletion = async (client, definition, ids) => {
  const table = definition.table as PeopleTable;
  await markImagesUnused(client, table, ids);
  await client.query(
    `INSERT INTO ${table} (id, record_state) SELECT id, 'erased' FROM unnest($1::text[]) AS given (id)
     ON CONFLICT (id) DO UPDATE SET record_state = 'erased', ${emptied(definition, WALLET)},
       ${WALLET} = ${paidOut(table, table === 'users' ? 'user_id' : 'mechanic_id')}`,
    [ids],
  );
  await bookSourceWallets(client, table, ids);
  await forgetPeople(client, table, ids);
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
 * @param ids in their order
 */
export async function deleteAtSource(
  client: pg.ClientBase,
  definition: RecordDefinition,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await DELETIONS[definition.collection]?.(client, definition, ids);
}

/** Makes erased people stubs again, whom their source brings back with a newer version. */
export async function bringBack(
  client: pg.ClientBase,
  { table }: Pick<RecordDefinition, 'table'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await client.query(`UPDATE ${table} SET record_state = 'stub' WHERE id = ANY ($1) AND record_state = 'erased'`, [
    ids,
  ]);
}
