import type pg from 'pg';
import { z } from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { type ChainRow, readChainAfter } from './chain-of-closes.ts';
import { LEDGER_BOOKED_AT, LEDGER_LINE, WALLET_BOOKED_AT, WALLET_LINE } from './entry-lines.ts';

const ROWS = 2_000;

// The rows of the day come from the index of days, and not in the order of ids from all.
const pageOf = (table: string, line: string, bookedAt: string) =>
  `WITH of_day AS MATERIALIZED (SELECT * FROM ${table} WHERE ${bookedAt} >= $1 AND ${bookedAt} < $2 AND id > $3)
  SELECT id, ${line} AS line FROM of_day ORDER BY id LIMIT ${ROWS}`;
const ROW = z.object({ id: z.number(), line: z.string() });
const EXAMPLE = [new Date(0), new Date(4e12), 0];

const LEDGER_LINES = defineStatement({
  name: 'ledger-lines',
  text: pageOf('ledger_entries', LEDGER_LINE, LEDGER_BOOKED_AT),
  row: ROW,
  example: EXAMPLE,
  isPrepared: false,
});

const WALLET_LINES = defineStatement({
  name: 'wallet-lines',
  text: pageOf('wallet_entries', WALLET_LINE, WALLET_BOOKED_AT),
  row: ROW,
  example: EXAMPLE,
  isPrepared: false,
});

/** A file of closes, in pieces: a header, the chain up to the last of the days, and the entries of each day (CLOS-03). */
export async function* closeFile(
  database: Pick<Database, 'rows'> & { readonly pool: pg.Pool },
  closes: readonly ChainRow[],
): AsyncGenerator<string> {
  const [first] = closes;
  const last = closes.at(-1);
  if (first === undefined || last === undefined) return;
  yield `${JSON.stringify({ format: 'wayside-closes', version: 1, from: first.day, to: last.day })}\n`;
  for (let number = 0; number < last.number; ) {
    const rows = await readChainAfter(database.pool, number, last.number);
    yield rows.map(chainLine).join('');
    number = rows.at(-1)?.number ?? last.number;
  }
  for (const close of closes) {
    yield `${JSON.stringify({ day: close.day })}\n`;
    for (const statement of [LEDGER_LINES, WALLET_LINES]) {
      const pages = eachPage<z.infer<typeof ROW>>(
        (row) => database.rows(statement, [close.startsAt, close.endsAt, row?.id ?? 0]),
        ROWS,
      );
      for await (const page of pages) yield page.map(({ line }) => line).join('');
    }
  }
}

const chainLine = ({ document, hash, publicKey, signature }: ChainRow): string =>
  `${JSON.stringify({ document, hash: hash.toString('hex'), publicKey: publicKey.toString('hex'), signature: signature.toString('hex') })}\n`;
