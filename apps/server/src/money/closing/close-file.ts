import type { Book } from '@wayside/contract/closes';
import type pg from 'pg';
import { z } from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { CloseChain, ClosedDay, CloseError } from './close-chain.ts';
import { closingOf, countDays, dayAfter, dayText } from './close-document.ts';
import { LEDGER_BOOKED_AT, LEDGER_LINE, WALLET_BOOKED_AT, WALLET_LINE } from './entry-lines.ts';
import { type ChainRow, readChainAfter } from './read-close-chain.ts';

const ROWS = 2_000;

// The materialized CTE makes PostgreSQL read the day's rows through the index on the booking day instead of scanning
// the whole table in id order.
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

/** Yields a file of closes in pieces: a header, the chain up to the last day, and the entries of each day (CLOS-03). */
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

const fileHeader = z.object({
  format: z.literal('wayside-closes'),
  version: z.literal(1),
  from: z.iso.date(),
  to: z.iso.date(),
});
const hex = z.string().regex(/^[0-9a-f]*$/);
/** A row of the chain in a file. Bytes are in hex. */
const fileRow = z.object({ document: z.string(), hash: hex, publicKey: hex, signature: hex });
const fileDay = z.object({ day: z.string() });

/** The result of checking a file of closes. */
export interface VerifiedCloses {
  readonly from: string;
  readonly to: string;
  readonly dayCount: number;
  readonly rowCount: number;
  readonly entryCount: number;
  /** The fingerprints of the keys that have signed the chain. */
  readonly fingerprints: readonly string[];
  /** Closing balances of the books, in paise. */
  readonly closing: Readonly<Record<Book, number>>;
  readonly unexplainedPaise: number;
}

/**
 * Verifies a file of closes without the database (CLOS-03): the hash chain, every signature, every opening and
 * closing balance, and that the entries are the signed ones. @throws CloseError
 */
export async function checkCloseFile(lines: AsyncIterable<string> | Iterable<string>): Promise<VerifiedCloses> {
  const checker = new FileChecker();
  for await (const line of lines) if (line !== '') checker.read(line);
  return checker.end();
}

const DAYS_DIFFER = 'The days in the file differ from its header.';

class FileChecker {
  readonly #chain = new CloseChain();
  readonly #proved = new Set<string>();
  #header: z.infer<typeof fileHeader> | null = null;
  #day: ClosedDay | null = null;
  #entryCount = 0;

  read(line: string): void {
    if (this.#header === null) this.#header = parseLine(fileHeader, line, 'This is not a file of closes.');
    else if (!line.startsWith('{')) this.#readEntry(line);
    else if (line.startsWith('{"day"')) this.#beginDay(parseLine(fileDay, line, 'A line cannot be read.').day);
    else this.#readRow(parseLine(fileRow, line, 'A row of the chain cannot be read.'));
  }

  end(): VerifiedCloses {
    this.#endDay();
    if (this.#header === null) throw new CloseError('The file is empty.');
    const { from, to } = this.#header;
    if (from > to) throw new CloseError(DAYS_DIFFER);
    for (let day = from; day <= to; day = dayAfter(day))
      if (!this.#proved.has(day)) throw new CloseError(`The entries of ${dayText(day)} are missing.`);
    const last = this.#chain.currentCloses.get(to);
    if (last === undefined || countDays(from, to) !== this.#proved.size) throw new CloseError(DAYS_DIFFER);
    return {
      ...{ from, to },
      dayCount: this.#proved.size,
      rowCount: this.#chain.rowCount,
      entryCount: this.#entryCount,
      fingerprints: [...this.#chain.fingerprints],
      closing: closingOf(last.books),
      unexplainedPaise: last.books.reduce((sum, { unexplainedPaise }) => sum + Math.abs(unexplainedPaise), 0),
    };
  }

  /** The chain must precede the entries, because a row after them could reopen a day that is already verified. */
  #readRow({ document, hash, publicKey, signature }: z.infer<typeof fileRow>): void {
    if (this.#day !== null) throw new CloseError('The chain continues after the entries of a day.');
    const bytes = (hexDigits: string) => Buffer.from(hexDigits, 'hex');
    this.#chain.add({ document, hash: bytes(hash), publicKey: bytes(publicKey), signature: bytes(signature) });
  }

  #beginDay(day: string): void {
    this.#endDay();
    const close = this.#chain.currentCloses.get(day);
    if (close === undefined) throw new CloseError(`${dayText(day)} is not closed.`);
    if (this.#proved.has(day)) throw new CloseError(`The entries of ${dayText(day)} occur twice.`);
    this.#day = new ClosedDay(close);
  }

  #readEntry(line: string): void {
    if (this.#day === null) throw new CloseError('An entry belongs to no day.');
    this.#day.add(line);
    this.#entryCount++;
  }

  #endDay(): void {
    if (this.#day === null) return;
    this.#day.requireStated();
    this.#proved.add(this.#day.close.day);
    this.#day = null;
  }
}

function parseLine<T>(schema: z.ZodType<T>, line: string, sentence: string): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw new CloseError(sentence);
  }
}
