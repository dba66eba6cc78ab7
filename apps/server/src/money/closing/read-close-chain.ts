import type pg from 'pg';
import { z } from 'zod';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';

const chainRow = z.object({
  number: z.number(),
  kind: z.enum(['close', 'reopening']),
  day: z.string(),
  startsAt: z.date(),
  endsAt: z.date(),
  document: z.string(),
  hash: z.instanceof(Buffer),
  publicKey: z.instanceof(Buffer),
  keyId: z.string(),
  signature: z.instanceof(Buffer),
  madeAt: z.date(),
  /** The administrator's email. */
  madeBy: z.nullable(z.string()),
});
export type ChainRow = z.infer<typeof chainRow>;

const COLUMNS = `c.number, c.kind, c.day::text AS day, c.starts_at AS "startsAt", c.ends_at AS "endsAt", c.document, c.hash,
  c.public_key AS "publicKey", c.key_id AS "keyId", c.signature, c.made_at AS "madeAt", a.email AS "madeBy"`;
const FROM_CLOSES = 'FROM closes AS c LEFT JOIN admins AS a ON a.id = c.made_by';
/** The SQL condition for a close that no later row reopens. */
const IS_NOT_REOPENED_SQL = `c.kind = 'close' AND NOT EXISTS (
  SELECT FROM closes AS r WHERE r.kind = 'reopening' AND r.number > c.number AND r.day <= c.day)`;

const defineChainRows = (name: string, rest: string, example: readonly unknown[]) =>
  defineStatement({ name, text: `SELECT ${COLUMNS} ${FROM_CLOSES} ${rest}`, row: chainRow, example });

const LAST_ROW = defineChainRows('last-row-of-closes', `ORDER BY c.number DESC LIMIT 1`, []);

const LAST_CLOSE = defineChainRows('last-close', `WHERE ${IS_NOT_REOPENED_SQL} ORDER BY c.number DESC LIMIT 1`, []);

const FIRST_DAY = defineStatement({
  name: 'first-closed-day',
  text: `SELECT min(c.day)::text AS day FROM closes AS c WHERE ${IS_NOT_REOPENED_SQL}`,
  row: z.object({ day: z.nullable(z.string()) }),
  example: [],
});

const CLOSES_OF_DAYS = defineChainRows(
  'closes-of-days',
  `WHERE ${IS_NOT_REOPENED_SQL} AND c.day BETWEEN $1 AND $2 ORDER BY c.day`,
  ['1900-01-01', '2999-01-01'],
);

const ROWS_OF_DAY = defineChainRows(
  'chain-rows-of-day',
  `WHERE (c.kind = 'close' AND c.day = $1) OR (c.kind = 'reopening' AND c.day <= $1) ORDER BY c.number`,
  ['2026-03-01'],
);

const ROWS_AFTER = defineChainRows(
  'chain-rows-after',
  `WHERE c.number > $1 AND c.number <= $2 ORDER BY c.number LIMIT 100`,
  [0, 1_000_000],
);

type Client = pg.ClientBase | pg.Pool;

/** The state of the chain of closes: its last row, the last closed day and the first close. */
export interface ChainState {
  readonly lastRow: ChainRow | null;
  readonly lastClose: ChainRow | null;
  readonly firstDay: string | null;
}

export async function readChainState(client: Client): Promise<ChainState> {
  const [lastRow] = await rowsOf(client, LAST_ROW, []);
  if (lastRow === undefined) return { lastRow: null, lastClose: null, firstDay: null };
  const [lastClose] = await rowsOf(client, LAST_CLOSE, []);
  const [first] = await rowsOf(client, FIRST_DAY, []);
  return { lastRow, lastClose: lastClose ?? null, firstDay: first?.day ?? null };
}

export const readClosesOf = (client: Client, from: string, to: string): Promise<ChainRow[]> =>
  rowsOf(client, CLOSES_OF_DAYS, [from, to]);

/**
 * Returns all rows that concern a day, oldest first. The reopening of an earlier day also reopens this day if it was
 * closed.
 */
export async function readRowsOfDay(client: Client, day: string): Promise<ChainRow[]> {
  const rows = await rowsOf(client, ROWS_OF_DAY, [day]);
  return rows.filter(({ kind }, index) => kind === 'close' || rows[index - 1]?.kind === 'close');
}

/** Reads up to a hundred rows of the chain after a number, up to another number. */
export const readChainAfter = (client: Client, number: number, last: number): Promise<ChainRow[]> =>
  rowsOf(client, ROWS_AFTER, [number, last]);

const DAYS = defineStatement({
  name: 'bounds-of-days',
  text: `SELECT day::text AS day, day_start(day, $3) AS "startsAt", day_start(day + 1, $3) AS "endsAt"
    FROM (SELECT each::date AS day FROM generate_series($1::date::timestamp, $2::date::timestamp, interval '1 day') AS each) AS days ORDER BY day`,
  row: z.object({ day: z.string(), startsAt: z.date(), endsAt: z.date() }),
  example: ['2026-03-01', '2026-03-02', 'Asia/Kolkata'],
});

/** A day with its first instant and the first instant of the next day. */
export type BoundedDay = z.infer<NonNullable<typeof DAYS.row>>;

/** Returns the days of an inclusive range in a time zone. Empty if the last day is before the first. */
export const readDays = (client: Client, from: string, to: string, timeZone: string): Promise<BoundedDay[]> =>
  rowsOf(client, DAYS, [from, to, timeZone]);
