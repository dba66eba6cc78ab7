import { createHash } from 'node:crypto';
import { z } from 'zod';
import { counted } from '../../counted.ts';
import type { ColumnPlace } from '../../platform/crypto/encrypted-text.ts';
import { ignoreUnreadable } from '../../platform/crypto/reencrypt.ts';
import { type CheckedQuery, eachRow, type IntegrityCheck, type IntegrityCheckContext } from './integrity-check.ts';

const partRow = z.object({
  ownerId: z.string(),
  /** Hex; null where the owner has no file. */
  hash: z.string().nullable(),
  part: z.number().nullable(),
  id: z.string().nullable(),
  content: z.string().nullable(),
});

/** A table of encrypted parts of files, and the rows that state the hashes of the whole. */
interface StoredFile {
  readonly noun: string;
  readonly table: string;
  readonly query: CheckedQuery<z.infer<typeof partRow>>;
  readonly encoding: 'utf8' | 'base64';
}

const storedFile = (
  noun: string,
  [owners, hash]: readonly [string, string],
  [table, ownerId]: readonly [string, string],
  encoding: StoredFile['encoding'],
): StoredFile => ({
  noun,
  table,
  encoding,
  query: {
    text: `SELECT coalesce(r.id, p.${ownerId}) AS "ownerId", encode(r.${hash}, 'hex') AS hash, p.part, p.id, p.content
      FROM ${owners} AS r FULL JOIN ${table} AS p ON p.${ownerId} = r.id
      WHERE r.${hash} IS NOT NULL OR p.id IS NOT NULL ORDER BY 1, p.part`,
    row: partRow,
  },
});

const FILES: readonly StoredFile[] = [
  storedFile('payment run', ['payment_runs', 'file_hash'], ['payment_run_file_parts', 'run_id'], 'utf8'),
  storedFile('result file', ['bank_answers', 'hash'], ['bank_answer_parts', 'answer_id'], 'base64'),
];
/** Parts have about 100,000 characters each. */
const PARTS_AT_ONCE = 10;

const debitAccounts = {
  text: 'SELECT id, debit_account AS stored FROM payment_runs ORDER BY id',
  row: z.object({ id: z.string(), stored: z.string() }),
};

/** The files of payment runs and of banks have the hashes that are stated of them, and every debit account is as it was encrypted (OWN-05). */
export const storedFiles: IntegrityCheck = {
  name: 'Files of banks',
  passed: 'whole',
  findIssues: async function* (context) {
    let count = 0;
    for (const file of FILES) count += yield* fileIssues(context, file);
    for await (const { id, stored } of eachRow(context.client, debitAccounts))
      if ((await decrypted(context, stored, { table: 'payment_runs', id, column: 'debit_account' })) === null)
        yield `the debit account of payment run ${id} is not the one that was stored`;
    return counted(count, 'file');
  },
};

/** A file while its parts are read. */
class ReadFile {
  readonly ownerId: string;
  readonly #stated: string | null;
  readonly #hash = createHash('sha256');
  #parts = 0;
  #isWhole = true;

  constructor(ownerId: string, stated: string | null) {
    this.ownerId = ownerId;
    this.#stated = stated;
  }

  add({ part, id }: { readonly part: number | null; readonly id: string }, content: Buffer | null): void {
    this.#parts += 1;
    if (content === null || part !== this.#parts || id !== `${this.ownerId}-${part}`) this.#isWhole = false;
    else this.#hash.update(content);
  }

  isAsStored(): boolean {
    return this.#hash.digest('hex') === this.#stated && this.#isWhole;
  }
}

async function* fileIssues(
  context: IntegrityCheckContext,
  { noun, table, query, encoding }: StoredFile,
): AsyncGenerator<string, number> {
  let count = 0;
  let file: ReadFile | null = null;
  const issueOf = ({ ownerId }: ReadFile) => `the file of ${noun} ${ownerId} is not the one that was stored`;
  for await (const { ownerId, hash, part, id, content } of eachRow(context.client, query, PARTS_AT_ONCE)) {
    if (file?.ownerId !== ownerId) {
      if (file?.isAsStored() === false) yield issueOf(file);
      file = new ReadFile(ownerId, hash);
      count += 1;
    }
    if (id === null || content === null) continue;
    const text = await decrypted(context, content, { table, id, column: 'content' });
    file.add({ part, id }, text === null ? null : Buffer.from(text, encoding));
  }
  if (file?.isAsStored() === false) yield issueOf(file);
  return count;
}

/** Null where nobody with the key has encrypted the value for its place. */
function decrypted(
  { keys }: Pick<IntegrityCheckContext, 'keys'>,
  stored: string,
  place: ColumnPlace,
): Promise<string | null> {
  return keys.decrypt(stored, place).catch(ignoreUnreadable);
}
