import type pg from 'pg';
import { bookSourceWallets, findNamingWallets, type WalletSource } from '../../money/ledger/book-source-wallets.ts';
import type { PeopleTable } from '../../platform/db/erase-related-rows.ts';
import type { RecordDefinition, Row } from '../../records/define-record.ts';
import {
  compareVersions,
  forgetWalletVersions,
  type ImportedRecord,
  isNewer,
  type Version,
} from './imported-records.ts';

/**
 * Finds records that state a different wallet without an event id, although the previous record contained one
 * (OWN-04). It is unknown which payouts such a value includes, so it could refill a wallet that was paid out.
 * @param rows of records without an event
 * @returns their ids
 */
export async function findAmbiguousWallets(
  client: pg.ClientBase,
  definition: Pick<RecordDefinition, 'columns' | 'table'>,
  rows: readonly Row[],
): Promise<ReadonlySet<string>> {
  const index = walletIndex(definition);
  const stated = new Map(rows.flatMap((row) => (typeof row[index] === 'number' ? [[row[0], row[index]]] : [])));
  const found = await findNamingWallets(client, definition.table as PeopleTable, [...stated.keys()]);
  return new Set(found.flatMap(({ id, statedPaise }) => (stated.get(id) === statedPaise ? [] : [id])));
}

/** A person's record that arrives after the person's deletion, which has a newer version. */
export interface LateRecord {
  readonly row: Row;
  readonly version: Version;
  readonly appliedEventId?: string | null | undefined;
}

/** Returns the position of the wallet in the rows of a collection; 0 if it has none. */
export const walletIndex = ({ columns }: Pick<RecordDefinition, 'columns'>): number =>
  columns.findIndex(({ name }) => name === 'source_wallet_paise') + 1;

/**
 * Books the wallets of deleted people whose record arrives after its deletion, because the order of the two must not
 * decide whether money is owed (SYNC-03, PRIV-06). Uses the newest version before the deletion.
 * @param positions of the events that the records name as applied
 */
export async function bookLateWallets(
  client: pg.ClientBase,
  definition: RecordDefinition,
  late: readonly LateRecord[],
  imported: ReadonlyMap<string, ImportedRecord>,
  positions: ReadonlyMap<string, number>,
): Promise<void> {
  const index = walletIndex(definition);
  const given = late.flatMap(({ row, version, appliedEventId }) => {
    const known = imported.get(row[0])?.walletVersion ?? null;
    const paise = row[index];
    return typeof paise === 'number'
      ? [
          {
            ...walletSource({ id: row[0], version, appliedEventId }, known, positions),
            paise,
            version,
            // The order is unknown if one of the two has no version.
            outranks: known !== null && compareVersions(version, known) > 0,
          },
        ]
      : [];
  });
  if (given.length === 0) return;
  const table = definition.table as PeopleTable;
  const { rows } = await client.query<{ id: string }>(
    `UPDATE ${table} AS t SET source_wallet_paise = given.paise
     FROM unnest($1::text[], $2::bigint[], $3::boolean[]) AS given (id, paise, is_newer)
     WHERE t.id = given.id AND t.record_state = 'erased' AND (t.source_wallet_paise IS NULL OR given.is_newer) RETURNING t.id`,
    [given.map(({ id }) => id), given.map(({ paise }) => paise), given.map(({ outranks }) => outranks)],
  );
  const ids = rows.map(({ id }) => id);
  const booked = given.filter(({ id }) => ids.includes(id));
  await client.query(
    `UPDATE imported_records AS r SET wallet_version = given.version FROM unnest($2::text[], $3::bigint[]) AS given (id, version)
     WHERE r.collection = $1 AND r.id = given.id`,
    [definition.collection, booked.map(({ id }) => id), booked.map(({ version }) => version?.toString() ?? null)],
  );
  const { unordered } = await bookSourceWallets(client, table, booked);
  await forgetWalletVersions(client, definition, unordered);
}

/**
 * Returns what a record states about a wallet in addition to its value. @param known the last version that stated the
 * wallet
 */
export const walletSource = (
  { id, version, appliedEventId }: Pick<LateRecord, 'version' | 'appliedEventId'> & { readonly id: string },
  known: Version,
  positions: ReadonlyMap<string, number>,
): WalletSource => ({
  id,
  appliedPosition: appliedEventId == null ? null : (positions.get(appliedEventId) ?? null),
  isOrderKnown: isNewer(version, known),
});
