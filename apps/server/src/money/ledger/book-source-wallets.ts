import type pg from 'pg';
import { z } from 'zod';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import type { PeopleTable } from '../../platform/db/erase-related-rows.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { bookStatedWallet, leavesOrderUnknown, type StatedWallet } from './stated-wallet.ts';

/**
 * The SQL for the time to which the wallet entry is booked: the start of the next open day if the day of this
 * transaction is closed, and null otherwise (CLOS-01).
 */
export const BOOKED_AT = 'CASE WHEN now() < closed_until() THEN closed_until() END';

const IS_FROM_SOURCE_SQL = "kind IN ('opening', 'source_change')";
/** The SQL for the event that the last entry from the source refers to; null if it refers to none. */
const LAST_APPLIED = `(array_agg(applied_through ORDER BY id DESC) FILTER (WHERE ${IS_FROM_SOURCE_SQL}))[1]`;
type OwnerColumn = 'user_id' | 'mechanic_id';

const walletRow = z.object({
  id: z.string(),
  statedPaise: z.number(),
  grantedPaise: z.nullable(z.number()),
  confirmedPaise: z.number(),
  madePaise: z.number(),
  /** Whether the last entry from the source refers to an event. */
  namesEvent: z.boolean(),
  entries: z.nullable(
    z.array(
      z.object({
        kind: z.string(),
        amountPaise: z.number(),
        confirmedPaise: z.nullable(z.number()),
        appliedThrough: z.nullable(z.number()),
      }),
    ),
  ),
  /**
   * The id of the last entry made by Wayside up to the applied event, and the sum of such entries. Both are 0 if
   * there are none.
   */
  appliedThrough: z.number(),
  appliedPaise: z.number(),
  removedThrough: z.number(),
});

/**
 * Reads the wallets stated by the rows and the sums of their entries. An entry made by Wayside is after position $3
 * if the event of its transaction is. Events that were removed from the feed are earlier than all events in it
 * (OWN-04).
 */
const createReadStatement = (table: PeopleTable, owner: OwnerColumn, paidEvent: string) =>
  defineStatement({
    name: `read-stated-wallets-${table}`,
    text: `
      SELECT p.id, p.source_wallet_paise AS "statedPaise", booked."grantedPaise", booked."confirmedPaise", booked."madePaise", booked."namesEvent",
        CASE WHEN NOT given.is_order_known AND booked."madePaise" <> 0 THEN ${jsonRows(`
          SELECT kind, amount_paise AS "amountPaise", confirmed_paise AS "confirmedPaise", applied_through AS "appliedThrough"
          FROM wallet_entries WHERE ${owner} = p.id ORDER BY id`)} END AS entries,
        applied.through AS "appliedThrough", applied.paise AS "appliedPaise", f.removed_through AS "removedThrough"
      FROM unnest($1::text[], $2::bigint[], $3::boolean[]) AS given (id, position, is_order_known) JOIN ${table} AS p ON p.id = given.id CROSS JOIN event_feed AS f
      CROSS JOIN LATERAL (
        SELECT (sum(amount_paise) FILTER (WHERE ${IS_FROM_SOURCE_SQL}))::bigint AS "grantedPaise", coalesce(sum(confirmed_paise), 0)::bigint AS "confirmedPaise",
          coalesce(sum(amount_paise) FILTER (WHERE NOT ${IS_FROM_SOURCE_SQL}), 0)::bigint AS "madePaise",
          ${LAST_APPLIED} IS NOT NULL AS "namesEvent"
        FROM wallet_entries WHERE ${owner} = p.id) AS booked
      LEFT JOIN LATERAL (
        SELECT min(w.id) AS id FROM wallet_entries AS w JOIN loyalty_payouts AS l ON l.id = w.loyalty_payout_id
        LEFT JOIN payout_voids AS v ON w.kind = 'void' AND v.loyalty_payout_id = l.id
        JOIN events AS e ON e.at = coalesce(v.voided_at, l.paid_at) AND CASE w.kind
          WHEN 'void' THEN e.type = 'payout.voided' AND e.data ->> 'id' = l.id
          ELSE e.type = '${paidEvent}' AND e.data ->> 'id' = p.id AND e.data ->> 'transaction_id' = l.transaction_id END
        WHERE w.${owner} = p.id AND (e.position IS NULL OR e.position > given.position)) AS later ON given.position IS NOT NULL
      CROSS JOIN LATERAL (
        SELECT coalesce(max(id), 0) AS through, coalesce(sum(amount_paise), 0)::bigint AS paise FROM wallet_entries
        WHERE given.position IS NOT NULL AND ${owner} = p.id AND NOT ${IS_FROM_SOURCE_SQL} AND (later.id IS NULL OR id < later.id)) AS applied
      WHERE p.source_wallet_paise IS NOT NULL ORDER BY p.id`,
    row: walletRow,
    example: [[sampleOf('wallet_entries', owner)], [1], [false]],
  });

const createWriteStatement = (table: PeopleTable, owner: OwnerColumn) =>
  defineStatement({
    name: `book-source-wallets-${table}`,
    text: `
      INSERT INTO wallet_entries (${owner}, kind, amount_paise, confirmed_paise, applied_through, booked_at)
      SELECT id, kind, amount_paise, confirmed_paise, applied_through, ${BOOKED_AT}
      FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
        WITH ORDINALITY AS given (id, kind, amount_paise, confirmed_paise, applied_through, place) ORDER BY place`,
    example: [[sampleOf('wallet_entries', owner)], ['source_change'], [1], [0], [null]],
  });

const createNamingStatement = (table: PeopleTable, owner: OwnerColumn) =>
  defineStatement({
    name: `find-naming-wallets-${table}`,
    text: `
      SELECT given.id, coalesce(last."statedPaise", 0) AS "statedPaise", last.applied_through IS NOT NULL AS "namesEvent" FROM unnest($1::text[]) AS given (id) CROSS JOIN LATERAL (
        SELECT sum(amount_paise - coalesce(confirmed_paise, 0))::bigint AS "statedPaise", ${LAST_APPLIED} AS applied_through
        FROM wallet_entries WHERE ${owner} = given.id AND ${IS_FROM_SOURCE_SQL}) AS last`,
    row: z.object({ id: z.string(), statedPaise: z.number(), namesEvent: z.boolean() }),
    example: [[sampleOf('wallet_entries', owner)]],
  });

const STATEMENTS = {
  users: {
    read: createReadStatement('users', 'user_id', 'user.loyalty_paid'),
    write: createWriteStatement('users', 'user_id'),
    findNaming: createNamingStatement('users', 'user_id'),
  },
  mechanics: {
    read: createReadStatement('mechanics', 'mechanic_id', 'mechanic.loyalty_paid'),
    write: createWriteStatement('mechanics', 'mechanic_id'),
    findNaming: createNamingStatement('mechanics', 'mechanic_id'),
  },
};

/**
 * Selects the given people for whom the last wallet entry from the source refers to an event, with the wallet value
 * stated by the source.
 */
export async function findNamingWallets(
  client: pg.ClientBase,
  table: PeopleTable,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly statedPaise: number }[]> {
  if (ids.length === 0) return [];
  const found = await rowsOf(client, STATEMENTS[table].findNaming, [ids]);
  return found.filter(({ namesEvent }) => namesEvent);
}

/** Inserts the first wallet entries of all people in a table who have none. */
const openingSql = (table: PeopleTable, owner: OwnerColumn) => `
  INSERT INTO wallet_entries (${owner}, kind, amount_paise, confirmed_paise, booked_at)
  SELECT id, 'opening', source_wallet_paise, 0, ${BOOKED_AT} FROM ${table} WHERE source_wallet_paise IS NOT NULL ORDER BY id`;

/**
 * Books the wallets stated by a source if there are no wallet entries yet. @param client in the transaction that
 * wrote the rows
 */
export async function openSourceWallets(client: pg.ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock_shared($1)', [advisoryLocks.closes]);
  await client.query(openingSql('users', 'user_id'));
  await client.query(openingSql('mechanics', 'mechanic_id'));
}

const FIND_EVENTS = defineStatement({
  name: 'find-applied-events',
  text: `
    SELECT e.id, e.position FROM events AS e, event_feed AS f WHERE e.id = ANY ($1) AND e.position >= f.removed_through
    UNION SELECT removed_event_id, removed_event_position FROM event_feed
    WHERE removed_event_id = ANY ($1) AND removed_event_position = removed_through`,
  row: z.object({ id: z.string(), position: z.number() }),
  example: [['evt_1']],
});

/**
 * Finds the feed positions of the events that records name as `_applied` (OWN-04). An event that precedes a removed
 * one is unknown, because the wallet entries made after it cannot be determined.
 */
export async function findAppliedEvents(
  client: pg.ClientBase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const found = await rowsOf(client, FIND_EVENTS, [[...new Set(ids)]]);
  return new Map(found.map(({ id, position }) => [id, position]));
}

export interface WalletSource {
  readonly id: string;
  /** The position of the event named by `_applied`; null if the record names none. */
  readonly appliedPosition: number | null;
  /** Whether the record is newer than the last one that stated the wallet. */
  readonly isOrderKnown: boolean;
}

/** The people for whom stated wallets were booked. */
export interface BookedWallets {
  /** The people who got a wallet entry. */
  readonly changed: readonly string[];
  /** The people for whom the order of the next record is unknown, regardless of its version. */
  readonly unordered: readonly string[];
}

/**
 * Books the wallets stated by a source, by the rules of docs/money.md. An export does not refill a wallet that
 * Wayside has paid out (LOYA-05), and a source that subtracts these payouts ends with the same wallets (OWN-04). A
 * wallet that the source does not state stays unchanged.
 * @param client in the transaction that wrote the rows
 * @param sources each person at most once
 */
export async function bookSourceWallets(
  client: pg.ClientBase,
  table: PeopleTable,
  sources: readonly WalletSource[],
): Promise<BookedWallets> {
  if (sources.length === 0) return { changed: [], unordered: [] };
  const { read, write } = STATEMENTS[table];
  const ids = sources.map(({ id }) => id);
  const applying = sources.flatMap(({ id, appliedPosition }) => (appliedPosition === null ? [] : [id]));
  // The lock prevents a day from being closed between reading the closed days and the end of the transaction.
  await client.query('SELECT pg_advisory_xact_lock_shared($1)', [advisoryLocks.closes]);
  // The lock prevents payments to these people until the transaction commits. Rows that the transaction has written
  // are locked already, but a record with `_applied` may not have written its row.
  if (applying.length > 0)
    await client.query(`SELECT FROM ${table} WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE`, [applying]);
  const source = new Map(sources.map((each) => [each.id, each]));
  const found = await rowsOf(client, read, [
    ids,
    sources.map(({ appliedPosition }) => appliedPosition),
    sources.map(({ isOrderKnown }) => isOrderKnown),
  ]);
  const booked = found.map((row) => {
    const wallet = statedWallet(row, source.get(row.id));
    const entry = bookStatedWallet(wallet);
    return { id: row.id, entry, isUnordered: leavesOrderUnknown(wallet, entry) };
  });
  const unordered = booked.filter(({ isUnordered }) => isUnordered).map(({ id }) => id);
  const entries = booked.flatMap(({ id, entry }) => (entry === null ? [] : [{ id, ...entry }]));
  if (entries.length === 0) return { changed: [], unordered };
  await rowsOf(client, write, [
    entries.map(({ id }) => id),
    entries.map(({ kind }) => kind),
    entries.map(({ amountPaise }) => amountPaise),
    entries.map(({ confirmedPaise }) => confirmedPaise),
    entries.map(({ appliedThrough }) => appliedThrough),
  ]);
  return { changed: entries.map(({ id }) => id), unordered };
}

function statedWallet(row: z.infer<typeof walletRow>, source: WalletSource | undefined): StatedWallet {
  const { statedPaise, grantedPaise, confirmedPaise, madePaise, entries } = row;
  const appliedPosition = source?.appliedPosition ?? null;
  if (appliedPosition !== null && appliedPosition < row.removedThrough)
    throw new Error('the feed has lost the applied event while the record was written');
  return {
    ...{ statedPaise, grantedPaise, confirmedPaise, madePaise, entries },
    applied: appliedPosition === null ? null : { entryId: row.appliedThrough, madePaise: row.appliedPaise },
    mustName: appliedPosition !== null && row.appliedThrough > 0 && !row.namesEvent,
  };
}
