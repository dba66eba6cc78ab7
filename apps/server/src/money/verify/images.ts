import { z } from 'zod';
import { counted } from '../../counted.ts';
import { openImageStore } from '../../platform/files/files.ts';
import { IMAGE_COLUMNS, imageAddressOf, storedNames } from '../../platform/files/image-reference.ts';
import { eachRow, type IntegrityCheck, type IntegrityCheckContext } from './integrity-check.ts';

/** Younger files and rows may belong to an upload in progress. */
const UPLOADING_MS = 60_000;
const OURS = '^/files/(images|documents)/[0-9a-f]{32}[.]webp$';

const fileRows = {
  text: `SELECT reference, created_at > now() - interval '${UPLOADING_MS} milliseconds' AS "isNew" FROM files`,
  row: z.object({ reference: z.string(), isNew: z.boolean() }),
};

/** References to images of ours without a row in `files`. */
const danglingReferences = {
  text: IMAGE_COLUMNS.map(
    ([table, column]) =>
      `SELECT '${table}' AS table, '${column}' AS column, id FROM ${table}
       WHERE ${column} ~ '${OURS}' AND ${column} NOT IN (SELECT reference FROM files)`,
  ).join(' UNION ALL '),
  row: z.object({ table: z.string(), column: z.string(), id: z.string() }),
};

const presentRows = 'SELECT reference FROM files WHERE reference = ANY ($1)';
// A removal of an image locks its row until the bytes are gone.
const unlockedRows = 'SELECT reference FROM files WHERE reference = ANY ($1) FOR KEY SHARE SKIP LOCKED';

const referenceRows = z.array(z.object({ reference: z.string() }));

/** A name in the store that lacked its counterpart, and the image that it belongs to. */
interface Suspect {
  readonly name: string;
  readonly reference: string | null;
}

/** Every image of ours has its row and its files, and the store holds nothing else. */
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
    // Files and rows are read at different times: a second look excludes uploads and removals in between.
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
    return counted(count, 'image');
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
