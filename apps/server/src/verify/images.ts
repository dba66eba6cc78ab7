import { counted } from '../counted.ts';
import { openImageStore } from '../files/files.ts';
import { IMAGE_COLUMNS, imageAddressOf, storedNames } from '../files/image-reference.ts';
import { eachRow } from './each-row.ts';
import type { IntegrityCheck, IntegrityCheckContext } from './integrity-check.ts';

/** What was written so short a time ago may be of an upload that we see only half of. */
const UPLOADING_MS = 60_000;
const OURS = '^/files/(images|documents)/[0-9a-f]{32}[.]webp$';

interface FileRow {
  readonly reference: string;
  readonly isNew: boolean;
}

const ROWS_NOW = 'SELECT reference FROM files WHERE reference = ANY ($1)';
// Whoever removes an image holds its row until the bytes are gone.
const ROWS_LEFT_ALONE = 'SELECT reference FROM files WHERE reference = ANY ($1) FOR KEY SHARE SKIP LOCKED';

/** What seemed wrong when it was looked at: a name of the store and the image that it belongs to. */
interface Suspect {
  readonly name: string;
  readonly reference: string | null;
}

const fileRows = `SELECT reference, created_at > now() - interval '${UPLOADING_MS} milliseconds' AS "isNew" FROM files`;

/** References that no row of `files` stands behind. */
const unknownReferences = IMAGE_COLUMNS.map(
  ([table, column]) =>
    `SELECT '${table}' AS table, '${column}' AS column, id FROM ${table}
     WHERE ${column} ~ '${OURS}' AND ${column} NOT IN (SELECT reference FROM files)`,
).join(' UNION ALL ');

/** That every image of ours is there, and that nothing is there without being one. */
export const images: IntegrityCheck = {
  name: 'Images',
  holds: 'each with its row and its files',
  isOfThePresent: true,
  prove: async function* ({ client, settings }) {
    const store = openImageStore(settings);
    const withoutFile: Suspect[] = [];
    const stored = new Set<string>();
    const recent = new Set<string>();
    for await (const { name, writtenAt } of store.list()) {
      stored.add(name);
      if (Date.now() - writtenAt.getTime() < UPLOADING_MS) recent.add(name);
    }
    let count = 0;
    for await (const { reference, isNew } of eachRow<FileRow>(client, fileRows)) {
      count += 1;
      for (const name of Object.values(storedNames(reference)))
        if (!stored.delete(name) && !isNew) withoutFile.push({ name, reference });
    }
    // Files and rows are read one after the other: what was uploaded or removed between is looked at once more.
    const rowsNow = await referencesOf(client, ROWS_LEFT_ALONE, withoutFile);
    for (const { name, reference } of withoutFile)
      if (rowsNow.has(reference) && !(await store.has(name))) yield `${name}: its row is there, its file is not`;
    const withoutRow = [...stored]
      .filter((name) => !recent.has(name))
      .map((name) => ({ name, reference: imageAddressOf(`/files/${name}`)?.reference ?? null }));
    const uploaded = await referencesOf(client, ROWS_NOW, withoutRow);
    for (const { name, reference } of withoutRow)
      if (!uploaded.has(reference) && (await store.has(name))) yield `${name}: a file without a row`;
    for await (const { table, column, id } of eachRow<{ table: string; column: string; id: string }>(
      client,
      unknownReferences,
    ))
      yield `${table} ${id}: its ${column} is an image that is not here`;
    return counted(count, 'image');
  },
};

async function referencesOf(
  client: IntegrityCheckContext['client'],
  statement: string,
  suspects: readonly Suspect[],
): Promise<Set<string | null>> {
  const wanted = suspects.flatMap(({ reference }) => reference ?? []);
  const rows = (await client.query<{ reference: string }>(statement, [wanted])).rows;
  return new Set(rows.map(({ reference }) => reference));
}
