import { BOOKS, type Book, CLOSE_KINDS } from '@wayside/contract/closes';
import type pg from 'pg';
import { z } from 'zod';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { addAmounts, type BookSums, kindAmounts } from './close-document.ts';
import {
  LEDGER_BOOKED_AT,
  LEDGER_KIND,
  LEDGER_LINE,
  WALLET_BOOK,
  WALLET_BOOKED_AT,
  WALLET_KIND,
  WALLET_LINE,
} from './entry-lines.ts';

/**
 * The first instants of successive days, followed by the end of the last day. The entries between two bounds belong
 * to one day.
 */
export type DayBounds = readonly Date[];

/** The SQL for an entry's position among the bounds $1, counted from 1. */
const isWithinSql = (bookedAt: string) => `${bookedAt} >= $1[1] AND ${bookedAt} < $1[cardinality($1)]`;
const dayNumberSql = (bookedAt: string) => `width_bucket(${bookedAt}, $1::timestamptz[])`;

const EXAMPLE_BOUNDS = ['-infinity', 'infinity'];
const SUMS = z.object({
  place: z.number(),
  book: z.enum(BOOKS),
  kind: z.enum(CLOSE_KINDS),
  lateCount: z.number(),
  ...kindAmounts.shape,
});
export type DayKindSums = z.infer<typeof SUMS>;

const DAY_SUMS = defineStatement({
  name: 'day-sums',
  text: `SELECT ${dayNumberSql(LEDGER_BOOKED_AT)} AS place, 'balances' AS book, ${LEDGER_KIND} AS kind, count(*) AS count, count(booked_at) AS "lateCount",
      sum(gross_paise)::bigint AS "grossPaise", sum(commission_paise)::bigint AS "commissionPaise", sum(platform_fee_paise)::bigint AS "platformFeePaise",
      sum(net_paise)::bigint AS "netPaise", sum(paid_out_paise)::bigint AS "paidOutPaise", sum(balance_paise)::bigint AS "changePaise"
    FROM ledger_entries WHERE ${isWithinSql(LEDGER_BOOKED_AT)} GROUP BY 1, 3
    UNION ALL
    SELECT ${dayNumberSql(WALLET_BOOKED_AT)}, ${WALLET_BOOK}, ${WALLET_KIND}, count(*), count(booked_at), 0, 0, 0, 0, 0, sum(amount_paise)::bigint
    FROM wallet_entries WHERE ${isWithinSql(WALLET_BOOKED_AT)} GROUP BY 1, 2, 3`,
  row: SUMS,
  example: [EXAMPLE_BOUNDS],
  isPrepared: false,
});

/**
 * Sums the entries of days by book and kind. A day without entries has no row. `place` is the day's position, from 1.
 */
export const readDaySums = (client: pg.ClientBase | pg.Pool, bounds: DayBounds): Promise<DayKindSums[]> =>
  rowsOf(client, DAY_SUMS, [bounds]);

const DIGESTS = z.object({
  place: z.number(),
  table: z.enum(['ledger', 'wallets']),
  count: z.number(),
  sha256: z.string(),
});
export type DayDigest = z.infer<typeof DIGESTS>;

const digestSql = (line: string) =>
  `encode(sha256(convert_to(string_agg(${line}, '' ORDER BY id), 'UTF8')), 'hex')`;

const DAY_DIGESTS = defineStatement({
  name: 'day-digests',
  text: `SELECT ${dayNumberSql(LEDGER_BOOKED_AT)} AS place, 'ledger' AS table, count(*) AS count, ${digestSql(LEDGER_LINE)} AS sha256
    FROM ledger_entries WHERE ${isWithinSql(LEDGER_BOOKED_AT)} GROUP BY 1
    UNION ALL
    SELECT ${dayNumberSql(WALLET_BOOKED_AT)}, 'wallets', count(*), ${digestSql(WALLET_LINE)} FROM wallet_entries WHERE ${isWithinSql(WALLET_BOOKED_AT)} GROUP BY 1`,
  row: DIGESTS,
  example: [EXAMPLE_BOUNDS],
  isPrepared: false,
});

/** Returns the digests of the lines of the days' entries. A day without entries has no digest. */
export const readDayDigests = (client: pg.ClientBase | pg.Pool, bounds: DayBounds): Promise<DayDigest[]> =>
  rowsOf(client, DAY_DIGESTS, [bounds]);

const TOTALS = defineStatement({
  name: 'book-totals',
  text: `SELECT 'balances' AS book, coalesce((SELECT sum(balance_paise) FROM mechanic_balances), 0)::bigint AS "storedPaise",
      coalesce((SELECT sum(balance_paise) FROM ledger_entries WHERE ${LEDGER_BOOKED_AT} < $1), 0)::bigint AS "beforePaise",
      coalesce((SELECT sum(balance_paise) FROM ledger_entries WHERE ${LEDGER_BOOKED_AT} >= $2), 0)::bigint AS "afterPaise"
    UNION ALL
    SELECT book, CASE book WHEN 'user_wallets' THEN coalesce((SELECT sum(wallet_paise) FROM users), 0)
        ELSE coalesce((SELECT sum(wallet_paise) FROM mechanics), 0) END::bigint,
      coalesce((SELECT sum(amount_paise) FROM wallet_entries WHERE ${WALLET_BOOK} = book AND ${WALLET_BOOKED_AT} < $1), 0)::bigint,
      coalesce((SELECT sum(amount_paise) FROM wallet_entries WHERE ${WALLET_BOOK} = book AND ${WALLET_BOOKED_AT} >= $2), 0)::bigint
    FROM unnest(ARRAY['user_wallets', 'mechanic_wallets']) AS book`,
  row: z.object({
    book: z.enum(BOOKS),
    storedPaise: z.number(),
    beforePaise: z.number(),
    afterPaise: z.number(),
  }),
  example: [new Date(0), new Date(0)],
  isPrepared: false,
});

const DIFFERENCES = defineStatement({
  name: 'book-differences',
  text: `SELECT 'balances' AS book, coalesce(b.mechanic_id, l.mechanic_id) AS "personId",
      (coalesce(b.balance_paise, 0) - coalesce(l.paise, 0))::bigint AS "amountPaise"
    FROM mechanic_balances AS b FULL JOIN (SELECT mechanic_id, sum(balance_paise) AS paise FROM ledger_entries GROUP BY mechanic_id) AS l USING (mechanic_id)
    WHERE coalesce(b.balance_paise, 0) <> coalesce(l.paise, 0)
    UNION ALL
    SELECT book, id, (coalesce(wallet_paise, 0) - coalesce(paise, 0))::bigint FROM (
      SELECT 'user_wallets' AS book, id, wallet_paise FROM users UNION ALL SELECT 'mechanic_wallets', id, wallet_paise FROM mechanics) AS p
    LEFT JOIN (SELECT coalesce(user_id, mechanic_id) AS id, sum(amount_paise) AS paise FROM wallet_entries GROUP BY 1) AS w USING (id)
    WHERE coalesce(wallet_paise, 0) <> coalesce(paise, 0)
    LIMIT 100`,
  row: z.object({ book: z.enum(BOOKS), personId: z.string(), amountPaise: z.number() }),
  example: [],
  isPrepared: false,
});

/** Returns up to a hundred people whose stored balance or wallet differs from the sum of their entries. */
export const readDifferences = (client: pg.ClientBase | pg.Pool) => rowsOf(client, DIFFERENCES, []);

/** Balances of the books before the first day and at the end of the last day. */
export interface BookTotals {
  /** The sum of all entries before the first day. */
  readonly before: Readonly<Record<Book, number>>;
  /** Stored balances and wallets at the end of the last day. */
  readonly stored: Readonly<Record<Book, number>>;
}

/** @param bounds the bounds of the days */
export async function readBookTotals(client: pg.ClientBase | pg.Pool, bounds: DayBounds): Promise<BookTotals> {
  const before = { balances: 0, user_wallets: 0, mechanic_wallets: 0 };
  const stored = { ...before };
  for (const row of await rowsOf(client, TOTALS, [bounds[0], bounds.at(-1)])) {
    before[row.book] = row.beforePaise;
    stored[row.book] = row.storedPaise - row.afterPaise;
  }
  return { before, stored };
}

/**
 * Adds the entries to the opening balance of each book (CLOS-01). @param stored the stored balances and wallets at
 * the end
 */
export function sumBooks(
  opening: Readonly<Record<Book, number>>,
  sums: readonly DayKindSums[],
  stored: Readonly<Record<Book, number>>,
): BookSums[] {
  return BOOKS.map((book) => {
    const kinds = CLOSE_KINDS.flatMap((kind) => {
      const found = sums.filter((row) => row.book === book && row.kind === kind);
      return found.length === 0 ? [] : [{ kind, ...addAmounts(found) }];
    });
    const closingPaise = opening[book] + kinds.reduce((sum, { changePaise }) => sum + changePaise, 0);
    return {
      book,
      openingPaise: opening[book],
      kinds,
      closingPaise,
      unexplainedPaise: stored[book] - closingPaise,
    };
  });
}

/** The SQL for the unexplained amount of an open settlement line. */
export const OPEN_PAISE =
  "abs(amount_paise - CASE WHEN state = 'amount_differs' THEN coalesce(expected_paise, 0) ELSE 0 END)";

const READ_UNRECONCILED = defineStatement({
  name: 'unreconciled-of-days',
  text: `SELECT d.day, (SELECT count(*) FROM settlement_lines WHERE is_open AND day <= d.day::date) AS count,
      (SELECT coalesce(sum(${OPEN_PAISE}), 0)::float8 FROM settlement_lines WHERE is_open AND day <= d.day::date) AS "amountPaise"
    FROM unnest($1::text[]) WITH ORDINALITY AS d (day, place) ORDER BY place`,
  row: z.object({ day: z.string(), count: z.number(), amountPaise: z.number() }),
  example: [['2026-03-01']],
});

/** Returns, for each given day, the open exceptions of payments on or before that day (RECON-03). */
export async function readUnreconciled(client: pg.ClientBase | pg.Pool, days: readonly string[]) {
  const rows = await rowsOf(client, READ_UNRECONCILED, [days]);
  return rows.map(({ count, amountPaise }) => ({ count, amountPaise }));
}
