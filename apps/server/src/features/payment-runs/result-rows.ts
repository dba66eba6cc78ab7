import { BANK_STATUSES } from '@wayside/contract/payment-runs';
import type pg from 'pg';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import {
  type BankResult,
  type ParsedLine,
  parseBankResults,
  type UnreadableLine,
} from '../../money/bank-files/parse-bank-results.ts';
import { DecryptionError } from '../../platform/crypto/encrypted-text.ts';
import { readStored } from '../../platform/crypto/reencrypt.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { storedProfile } from './profiles.ts';

const ROWS_PER_INSERT = 1_000;

const INSERT_ROWS = defineStatement({
  name: 'insert-result-rows',
  text: `INSERT INTO bank_result_rows (file_id, id, position, content)
    SELECT $1, * FROM unnest($2::text[], $3::int[], $4::text[])
    ON CONFLICT (id) DO UPDATE SET position = excluded.position, content = excluded.content`,
  example: ['3'.repeat(24), [], [], []],
});
const READ_ROWS = defineStatement({
  name: 'read-result-rows',
  text: `SELECT id, content FROM bank_result_rows WHERE file_id = $1 AND position > $2::int AND position <= $2::int + $3::int
    ORDER BY position`,
  row: z.object({ id: z.string(), content: z.string() }),
  example: ['3'.repeat(24), 0, 1],
});
const REMOVE_ROWS = defineStatement({
  name: 'remove-result-rows',
  text: 'DELETE FROM bank_result_rows WHERE file_id = $1 AND position <= $2',
  example: ['3'.repeat(24), 0],
});
const READ_PARTS = defineStatement({
  name: 'read-result-file-parts',
  text: 'SELECT id, content FROM bank_answer_parts WHERE answer_id = $1 ORDER BY part',
  row: z.object({ id: z.string(), content: z.string() }),
  example: ['3'.repeat(24)],
});

const unreadableLine = z.object({
  line: z.number(),
  reference: z.string().nullable(),
  issue: z.string(),
}) satisfies z.ZodType<UnreadableLine>;
const bankResult = z.object({
  line: z.number(),
  reference: z.string(),
  status: z.enum(BANK_STATUSES),
  amountPaise: z.number(),
  account: z.string().nullable(),
  upiId: z.string().nullable(),
  transactionId: z.string().nullable(),
  reason: z.string().nullable(),
}) satisfies z.ZodType<BankResult>;
const resultRow = z.object({ parsed: z.union([unreadableLine, bankResult]), isRepeated: z.boolean() });

/** A line of a result file, and whether an earlier line in the file has the same reference. */
export type ResultRow = z.infer<typeof resultRow>;

type KeyContext = Pick<AppContext, 'keys'>;

const cellAddressOf = (id: string) => ({ table: 'bank_result_rows', id, column: 'content' });

/** Stores the lines of a result file as pending rows and replaces existing rows. */
export async function storeResultRows(
  client: pg.ClientBase,
  { keys }: KeyContext,
  fileId: string,
  lines: readonly ParsedLine[],
): Promise<void> {
  const { encrypt } = await keys.encryptor(client);
  const seen = new Set<string>();
  const toRow = (parsed: ParsedLine): ResultRow => {
    if ('issue' in parsed) return { parsed, isRepeated: false };
    const isRepeated = seen.has(parsed.reference);
    seen.add(parsed.reference);
    return { parsed, isRepeated };
  };
  // Other requests are processed between two batches.
  for (let start = 0; start < lines.length; start += ROWS_PER_INSERT) {
    const rows = lines.slice(start, start + ROWS_PER_INSERT).map((parsed, index) => {
      const position = start + index + 1;
      const id = `${fileId}-${position}`;
      return { id, position, content: encrypt(JSON.stringify(toRow(parsed)), cellAddressOf(id)) };
    });
    await rowsOf(client, INSERT_ROWS, [
      fileId,
      rows.map(({ id }) => id),
      rows.map(({ position }) => position),
      rows.map(({ content }) => content),
    ]);
  }
}

interface FileInProgress {
  readonly id: string;
  /** The profile as JSON. */
  readonly definition: string;
  /** The number of all lines; `lineCount` is the number of applied lines. */
  readonly total: number;
  readonly lineCount: number;
}

/**
 * Reads the next rows of a result file. If there are no readable rows, parses the file again: a node of the previous
 * release stores no rows, and its `rekey` leaves rows encrypted with an old key. @param client holds the lock of the
 * file, not the lock of the ledger
 * @throws {DecryptionError} if the file cannot be decrypted
 */
export async function readResultRows(
  client: pg.ClientBase,
  context: KeyContext,
  file: FileInProgress,
  count: number,
): Promise<ResultRow[]> {
  const { id, definition, total, lineCount } = file;
  const expected = Math.min(count, total - lineCount);
  const readStoredRows = async (): Promise<ResultRow[]> =>
    Promise.all(
      (await rowsOf(client, READ_ROWS, [id, lineCount, count])).map(async (row) =>
        resultRow.parse(JSON.parse(await context.keys.decrypt(row.content, cellAddressOf(row.id)))),
      ),
    );
  const found = await readStoredRows().catch((error: unknown) => {
    if (error instanceof DecryptionError) return [];
    throw error;
  });
  if (found.length === expected) return found;
  const lines = await parseBankResults(storedProfile(definition), await readContent(client, context, id));
  await storeResultRows(client, context, id, lines);
  return readStoredRows();
}

/** Removes the rows of a result file up to a position. Runs in the transaction that has applied them. */
export async function removeResultRows(client: pg.ClientBase, fileId: string, through: number): Promise<void> {
  await rowsOf(client, REMOVE_ROWS, [fileId, through]);
}

async function readContent(client: pg.ClientBase, { keys }: KeyContext, fileId: string): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for (const { id, content } of await rowsOf(client, READ_PARTS, [fileId]))
    parts.push(
      Buffer.from(await readStored(keys, content, { table: 'bank_answer_parts', id, column: 'content' }), 'base64'),
    );
  return parts;
}
