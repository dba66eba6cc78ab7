import type pg from 'pg';
import type { Actor } from '../../actor.ts';
import {
  ENTITY_OF,
  eraseReasons,
  OWNER_COLUMN,
  type PeopleTable,
  REASON_TABLES,
} from '../../platform/db/erase-related-rows.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';

/** The columns needed to pay an erased person, and their field names (PRIV-06). */
export const RETAINED_COLUMNS: Readonly<Record<PeopleTable, Readonly<Record<string, string>>>> = {
  users: { payee_name: 'name' },
  mechanics: {
    payee_name: 'name',
    bank_account_holder: 'bankAccountHolder',
    bank_name: 'bankName',
    bank_account_number: 'bankAccountNumber',
    bank_ifsc_code: 'bankIfscCode',
    bank_upi_id: 'bankUpiId',
    bank_preferred_method: 'bankPreferredMethod',
  },
};

const HAS_WALLET_SQL = 'coalesce(b.wallet_paise, 0) <> 0';

/** The SQL condition that person `b` owes money or is owed money, because the wallet or balance is not 0. */
export const IS_OWED_SQL: Readonly<Record<PeopleTable, string>> = {
  users: HAS_WALLET_SQL,
  mechanics: `(${HAS_WALLET_SQL} OR EXISTS (SELECT FROM mechanic_balances AS s WHERE s.mechanic_id = b.id AND s.balance_paise <> 0))`,
};

/**
 * Returns the SQL condition that person `b` may have a payment in transit: an approved payment that is not recorded
 * yet, or an amount in a payment run.
 */
const isBeingPaidSql = (table: PeopleTable): string => {
  const approved = `EXISTS (SELECT FROM approvals AS a WHERE a.${OWNER_COLUMN[table]} = b.id AND a.state = 'waiting' AND a.approved_at IS NOT NULL)`;
  if (table === 'users') return approved;
  return `(${approved} OR EXISTS (SELECT FROM payment_run_rows AS r WHERE r.mechanic_id = b.id AND r.state IN ('reserved', 'sent')))`;
};

/** The SQL condition that the name and bank details of person `b` are still needed for a payment (PRIV-06). */
export const IS_PAYEE_SQL: Readonly<Record<PeopleTable, string>> = {
  users: `(${IS_OWED_SQL.users} OR ${isBeingPaidSql('users')})`,
  mechanics: `(${IS_OWED_SQL.mechanics} OR ${isBeingPaidSql('mechanics')})`,
};

/**
 * Returns the SQL condition that a record still has a reason text about person `b`, which may be written even after
 * the erasure (PAYO-11).
 */
const hasReasonsSql = (table: PeopleTable): string =>
  `(${REASON_TABLES[table]
    .map((stated) => `EXISTS (SELECT FROM ${stated} WHERE ${OWNER_COLUMN[table]} = b.id AND reason IS NOT NULL)`)
    .join(' OR ')})`;

/**
 * Returns the SQL condition that the erasure of person `b` can be completed, because no money is owed or in transit.
 */
export const isReadyToFinishSql = (table: PeopleTable): string =>
  `b.record_state = 'erased' AND (num_nonnulls(${Object.keys(RETAINED_COLUMNS[table]).join(', ')}) > 0 OR ${hasReasonsSql(table)})
    AND NOT ${IS_PAYEE_SQL[table]}`;

/**
 * Erases the data that was retained to pay erased people whose money is now 0, in the transaction that made it 0
 * (PRIV-06). Call it last.
 * @param client holds the ledger's lock @returns the number of people
 */
export async function finishErasures(
  client: pg.ClientBase,
  { actor, at }: { readonly actor: Actor; readonly at: Date },
  table: PeopleTable,
  ids: readonly string[],
): Promise<number> {
  const kept = RETAINED_COLUMNS[table];
  const { rows } = await client.query<{ id: string }>({
    name: `finish-erasures-${table}`,
    text: `UPDATE ${table} AS b SET ${Object.keys(kept)
      .map((column) => `${column} = NULL`)
      .join(', ')} WHERE b.id = ANY ($1) AND ${isReadyToFinishSql(table)} RETURNING b.id`,
    values: [ids],
  });
  await eraseReasons(
    client,
    table,
    rows.map(({ id }) => id),
  );
  for (const { id } of rows)
    await recordActivity(client, actor, at, {
      action: 'erasure_finished',
      entity: ENTITY_OF[table],
      entityId: id,
      changes: Object.values(kept).map((field) => ({ field, before: null, after: null })),
    });
  return rows.length;
}
