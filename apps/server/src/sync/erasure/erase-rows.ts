import type pg from 'pg';
import { IS_PAYEE_SQL, RETAINED_COLUMNS } from '../../money/ledger/retained-columns.ts';
import type { PeopleTable } from '../../platform/db/erase-related-rows.ts';
import { collections } from '../../records/collections.ts';
import type { RecordColumn } from '../../records/define-record.ts';

/**
 * Who erased a person. After an erasure by an administrator, the status and dates remain; after one by the source,
 * only the id remains.
 */
export type ErasedBy = 'administrator' | 'source';

const PERSONAL: Readonly<Record<PeopleTable, ReadonlySet<string>>> = {
  users: new Set(['name', 'email', 'phone', 'referralCode', 'socketId', 'vehicleTypes']),
  mechanics: new Set([
    ...['name', 'email', 'phone', 'referralCode', 'vehicleTypes', 'profilePhoto', 'aadhaarCard', 'shopPhoto'],
    ...['shopName', 'shopPerHourPaise', 'shopExperienceYears', 'shopDescription', 'shopLatitude', 'shopLongitude'],
    ...['bankAccountHolder', 'bankName', 'bankAccountNumber', 'bankIfscCode', 'bankUpiId', 'bankPreferredMethod'],
  ]),
};

/** Amounts granted to a wallet are money and are retained. */
const WALLET = 'source_wallet_paise';

function columnsToClear(table: PeopleTable, by: ErasedBy): readonly RecordColumn[] {
  const { columns } = collections[table];
  if (by === 'source') return columns.filter(({ name }) => name !== WALLET);
  return columns.filter(({ field }) => PERSONAL[table].has(field));
}

export interface ErasedRow {
  readonly id: string;
  /** Whether money is owed or being paid, so that the data needed to pay it is retained (PRIV-06). */
  readonly isOwed: boolean;
}

/** Returns the fields that an erasure has emptied, for the activity log. */
export function erasedFields(table: PeopleTable, by: ErasedBy, { isOwed }: Pick<ErasedRow, 'isOwed'>): string[] {
  const kept = RETAINED_COLUMNS[table];
  return columnsToClear(table, by).flatMap(({ name, field }) =>
    isOwed && (name === 'name' || Object.hasOwn(kept, name)) ? [] : [field],
  );
}

const statements = new Map<string, string>();

function statementOf(table: PeopleTable, by: ErasedBy): string {
  const kept = RETAINED_COLUMNS[table];
  const isOwed = IS_PAYEE_SQL[table];
  const changes = columnsToClear(table, by).map(({ name }) =>
    Object.hasOwn(kept, name) ? `${name} = CASE WHEN ${isOwed} THEN b.${name} END` : `${name} = DEFAULT`,
  );
  return `UPDATE ${table} AS b SET record_state = 'erased', ${changes.join(', ')},
      payee_name = CASE WHEN ${isOwed} THEN coalesce(b.name, b.payee_name) END
    WHERE b.id = ANY ($1) ${by === 'administrator' ? "AND b.record_state = 'full'" : ''} RETURNING b.id, ${isOwed} AS "isOwed"`;
}

/**
 * Erases the rows of people (USER-06, MECH-13). While money is owed or being paid, the name, as `payee_name`, and the
 * bank details are retained (PRIV-06).
 * @param client holds the ledger's lock and has posted the pending entries of these people
 * @returns the people whose rows existed; an administrator cannot erase a person twice
 */
export async function eraseRows(
  client: pg.ClientBase,
  table: PeopleTable,
  ids: readonly string[],
  by: ErasedBy,
): Promise<ErasedRow[]> {
  const name = `erase-${table}-by-${by}`;
  const text = statements.get(name) ?? statementOf(table, by);
  statements.set(name, text);
  const { rows } = await client.query<{ id: string; isOwed: boolean }>({ name, text, values: [ids] });
  return rows;
}
