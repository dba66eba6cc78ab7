import type pg from 'pg';
import { badRequest } from '../api-error.ts';
import { type Purpose, referenceIn } from './image-reference.ts';

/**
 * What a record keeps of an image's URL that a client sends (FILE-01): for an image of ours its reference, however the
 * link was written; any other address as it is. The image cannot be removed until the transaction ends.
 * @param client inside of the transaction that saves the record
 * @param held what the record holds now; sent back, it stays, even if it is gone
 * @throws 400 when the image was ours and is gone, or is a document, which no catalogue shows
 */
export async function claimImage(
  client: pg.ClientBase,
  url: string | null,
  held: string | null,
): Promise<string | null> {
  const reference = url === null ? null : referenceIn(url);
  if (reference === null || reference === held) return reference ?? url;
  const { rows } = await client.query<{ purpose: Purpose }>(
    'SELECT purpose FROM files WHERE reference = $1 FOR KEY SHARE',
    [reference],
  );
  const [found] = rows;
  if (found?.purpose === 'document') throw badImage('was uploaded as a document and cannot be shown here');
  if (found) return reference;
  if (url?.startsWith('/')) throw badImage('is gone: please choose it again');
  return url;
}

const badImage = (message: string) => badRequest([{ field: 'image', message }]);
