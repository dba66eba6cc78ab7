import { createHash } from 'node:crypto';
import { z } from 'zod';
import { countText } from '../../count-text.ts';
import type { CellAddress } from '../../platform/crypto/encrypted-text.ts';
import { ignoreUnreadable } from '../../platform/crypto/reencrypt.ts';
import { openImageStore } from '../../platform/files/files.ts';
import { IMAGE_COLUMNS, imageAddressOf, storedNames } from '../../platform/files/image-reference.ts';
import { type CheckedQuery, eachRow, type IntegrityCheck, type IntegrityCheckContext } from './integrity-check.ts';

/** Files and rows younger than this may belong to an upload in progress. */
const UPLOADING_MS = 60_000;
const OURS = '^/files/(images|documents)/[0-9a-f]{32}[.]webp$';

const fileRows = {
  text: `SELECT reference, created_at > now() - interval '${UPLOADING_MS} milliseconds' AS "isNew" FROM files`,
  row: z.object({ reference: z.string(), isNew: z.boolean() }),
};

/** Selects references to Wayside images that have no row in `files`. */
const danglingReferences = {
  text: IMAGE_COLUMNS.map(
    ([table, column]) =>
      `SELECT '${table}' AS table, '${column}' AS column, id FROM ${table}
       WHERE ${column} ~ '${OURS}' AND ${column} NOT IN (SELECT reference FROM files)`,
  ).join(' UNION ALL '),
  row: z.object({ table: z.string(), column: z.string(), id: z.string() }),
};

const presentRows = 'SELECT reference FROM files WHERE reference = ANY ($1)';
// The removal of an image locks its row until its bytes are deleted, so an unlocked row is not being removed.
const unlockedRows = 'SELECT reference FROM files WHERE reference = ANY ($1) FOR KEY SHARE SKIP LOCKED';

const referenceRows = z.array(z.object({ reference: z.string() }));

/** A name in the store without a counterpart, and the image to which it belongs. */
interface Suspect {
  readonly name: string;
  readonly reference: string | null;
}

/** Checks that every Wayside image has its row and its files, and that the store contains nothing else. */
export const images: IntegrityCheck = {
  name: 'Images',
  passed: 'each with its row and its files',
  readsLatest: true,
  findIssues: async function* ({ client, settings }) {
    const store = openImageStore(settings);
    const stored = new Set<string>();
    const recent = new Set<string>();
    for await (const { name, writtenAt } of store.list()) {
      stored.add(name);
      if (Date.now() - writtenAt.getTime() < UPLOADING_MS) recent.add(name);
    }
    const withoutFile: Suspect[] = [];
    let count = 0;
    for await (const { reference, isNew } of eachRow(client, fileRows)) {
      count += 1;
      for (const name of Object.values(storedNames(reference)))
        if (!stored.delete(name) && !isNew) withoutFile.push({ name, reference });
    }
    // Files and rows are read at different times, so a second check excludes uploads and removals in between.
    const unlocked = await referencesOf(client, unlockedRows, withoutFile);
    for (const { name, reference } of withoutFile)
      if (unlocked.has(reference) && !(await store.has(name))) yield `${name}: its row exists, its file does not`;
    const withoutRow = [...stored]
      .filter((name) => !recent.has(name))
      .map((name) => ({ name, reference: imageAddressOf(`/files/${name}`)?.reference ?? null }));
    const uploaded = await referencesOf(client, presentRows, withoutRow);
    for (const { name, reference } of withoutRow)
      if (!uploaded.has(reference) && (await store.has(name))) yield `${name}: a file without a row`;
    for await (const { table, column, id } of eachRow(client, danglingReferences))
      yield `${table} ${id}: its ${column} is an image that does not exist`;
    return countText(count, 'image');
  },
};

async function referencesOf(
  client: IntegrityCheckContext['client'],
  statement: string,
  suspects: readonly Suspect[],
): Promise<Set<string | null>> {
  const wanted = suspects.flatMap(({ reference }) => reference ?? []);
  const { rows } = await client.query(statement, [wanted]);
  return new Set(referenceRows.parse(rows).map(({ reference }) => reference));
}

const partRow = z.object({
  ownerId: z.string(),
  /** The hash in hex; null if the owner has no file. */
  hash: z.string().nullable(),
  part: z.number().nullable(),
  id: z.string().nullable(),
  content: z.string().nullable(),
});

/** A table with encrypted file parts, and the rows that contain the hashes of the complete files. */
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
  storedFile('settlement file', ['settlement_files', 'hash'], ['settlement_file_parts', 'file_id'], 'base64'),
];
/** A part has about 100,000 characters. */
const PARTS_AT_ONCE = 10;

const debitAccounts = {
  text: 'SELECT id, debit_account AS stored FROM payment_runs ORDER BY id',
  row: z.object({ id: z.string(), stored: z.string() }),
};

/**
 * Checks that the files of payment runs and banks match their recorded hashes, and that every debit account matches
 * its encrypted value (OWN-05).
 */
export const storedFiles: IntegrityCheck = {
  name: 'Files of banks',
  passed: 'whole',
  findIssues: async function* (context) {
    let count = 0;
    for (const file of FILES) count += yield* fileIssues(context, file);
    for await (const { id, stored } of eachRow(context.client, debitAccounts))
      if ((await decryptOrNull(context, stored, { table: 'payment_runs', id, column: 'debit_account' })) === null)
        yield `the debit account of payment run ${id} is not the one that was stored`;
    return countText(count, 'file');
  },
};

/** The state of a file while its parts are read. */
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
    const text = await decryptOrNull(context, content, { table, id, column: 'content' });
    file.add({ part, id }, text === null ? null : Buffer.from(text, encoding));
  }
  if (file?.isAsStored() === false) yield issueOf(file);
  return count;
}

/** Returns null if the value was not encrypted with the key for this column. */
export function decryptOrNull(
  { keys }: Pick<IntegrityCheckContext, 'keys'>,
  stored: string,
  cell: CellAddress,
): Promise<string | null> {
  return keys.decrypt(stored, cell).catch(ignoreUnreadable);
}
