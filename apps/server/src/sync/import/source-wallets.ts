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
 * Finds the records that state another wallet and name no event, although the record before did (OWN-04): it is unknown which payouts such a value
 * includes, so it could refill a wallet that was paid out. @param rows of records without an event @returns their ids
 */
export async function findAmbiguousWallets(
  client: pg.ClientBase,
  definition: Pick<RecordDefinition, 'columns' | 'table'>,
  rows: readonly Row[],
): Promise<ReadonlySet<string>> {
  const place = walletPlace(definition);
  const stated = new Map(rows.flatMap((row) => (typeof row[place] === 'number' ? [[row[0], row[place]]] : [])));
  const found = await findNamingWallets(client, definition.table as PeopleTable, [...stated.keys()]);
  return new Set(found.flatMap(({ id, statedPaise }) => (stated.get(id) === statedPaise ? [] : [id])));
}

/** A record of a person that comes after the deletion of that person, which is a newer version. */
export interface LateRecord {
  readonly row: Row;
  readonly version: Version;
  readonly appliedEventId?: string | null | undefined;
}

/** The place of the wallet in the rows of a collection; 0 where it has none. */
export const walletPlace = ({ columns }: Pick<RecordDefinition, 'columns'>): number =>
  columns.findIndex(({ name }) => name === 'source_wallet_paise') + 1;

/**
 * Books the wallets of deleted people whose record comes after its deletion: the order of the two must not decide whether money is owed (SYNC-03,
 * PRIV-06). The newest version before the deletion counts. @param positions of the events that the records name as applied
 */
export async function bookLateWallets(
  client: pg.ClientBase,
  definition: RecordDefinition,
  late: readonly LateRecord[],
  imported: ReadonlyMap<string, ImportedRecord>,
  positions: ReadonlyMap<string, number>,
): Promise<void> {
  const place = walletPlace(definition);
  const given = late.flatMap(({ row, version, appliedEventId }) => {
    const known = imported.get(row[0])?.walletVersion ?? null;
    const paise = row[place];
    return typeof paise === 'number'
      ? [
          {
            ...walletSource({ id: row[0], version, appliedEventId }, known, positions),
            paise,
            version,
            // If one has no version, the order is unknown.
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
 * Facts about a wallet that the record states besides its value. @param known the last version that stated the wallet
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
