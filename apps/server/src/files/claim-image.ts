import type pg from 'pg';
import { Refusal } from '../refusal.ts';
import { referenceIn } from './image-reference.ts';

/**
 * What a record keeps of an image's URL that a client sends (FILE-01): for an image of ours its reference, however the
 * link was written or signed; any other address as it is. The image cannot be removed until the transaction ends.
 * @param client inside of the transaction that saves the record
 * @throws 400 when the image was ours and is gone
 */
export async function claimImage(client: pg.ClientBase, url: string | null): Promise<string | null> {
  const reference = url === null ? null : referenceIn(url);
  if (reference === null) return url;
  const { rowCount } = await client.query('SELECT FROM files WHERE reference = $1 FOR KEY SHARE', [reference]);
  if (rowCount === 1) return reference;
  if (url?.startsWith('/')) throw new Refusal(400, 'This image is gone. Please choose it again.');
  return url;
}
