import { counted } from '../counted.ts';
import { openImageStore } from '../files/files.ts';
import { storedNames } from '../files/image-reference.ts';
import { IMAGE_COLUMNS } from '../files/used-images.ts';
import { eachRow } from './each-row.ts';
import type { Proof } from './proof.ts';

/** What was written so short a time ago may be of an upload that we see only half of. */
const UPLOADING_MS = 60_000;
const OURS = '^/files/(images|documents)/[0-9a-f]{32}[.]webp$';

interface FileRow {
  readonly reference: string;
  readonly isNew: boolean;
}

const fileRows = `SELECT reference, created_at > now() - interval '${UPLOADING_MS} milliseconds' AS "isNew" FROM files`;

/** References that no row of `files` stands behind. */
const unknownReferences = IMAGE_COLUMNS.map(
  ([table, column]) =>
    `SELECT '${table}' AS table, '${column}' AS column, id FROM ${table}
     WHERE ${column} ~ '${OURS}' AND ${column} NOT IN (SELECT reference FROM files)`,
).join(' UNION ALL ');

/** That every image of ours is there, and that nothing is there without being one. */
export const images: Proof = {
  name: 'Images',
  holds: 'each with its row and its files',
  prove: async function* ({ client, settings }) {
    const stored = new Set<string>();
    const recent = new Set<string>();
    for await (const { name, writtenAt } of openImageStore(settings).list()) {
      stored.add(name);
      if (Date.now() - writtenAt.getTime() < UPLOADING_MS) recent.add(name);
    }
    let count = 0;
    for await (const { reference, isNew } of eachRow<FileRow>(client, fileRows)) {
      count += 1;
      for (const name of Object.values(storedNames(reference)))
        if (!stored.delete(name) && !isNew) yield `${name}: its row is there, its file is not`;
    }
    for (const name of stored) if (!recent.has(name)) yield `${name}: a file without a row`;
    for await (const { table, column, id } of eachRow<{ table: string; column: string; id: string }>(
      client,
      unknownReferences,
    ))
      yield `${table} ${id}: its ${column} is an image that is not here`;
    return counted(count, 'image');
  },
};
