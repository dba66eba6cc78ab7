import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { badRequest } from '../../api-error.ts';
import { orm } from '../db/orm.ts';
import { files } from '../db/schema/files.ts';
import { referenceIn } from './image-reference.ts';

/**
 * Turns the image URL that a client sends into the value that the record stores (FILE-01): the reference of a stored
 * image, however its link is written; any other URL unchanged. The image cannot be removed until the transaction ends.
 * @param client in the transaction that saves the record
 * @param current the value of the record now, which is accepted even if its image is gone
 * @throws 400 for a stored image that is gone, and for a document, which the catalogue does not show
 */
export async function claimImage(
  client: pg.ClientBase,
  url: string | null,
  current: string | null,
): Promise<string | null> {
  const reference = url === null ? null : referenceIn(url);
  if (reference === null || reference === current) return reference ?? url;
  const [image] = await orm(client)
    .select({ purpose: files.purpose })
    .from(files)
    .where(eq(files.reference, reference))
    .for('key share');
  if (image?.purpose === 'document') throw badImage('was uploaded as a document and cannot be shown here');
  if (image) return reference;
  if (url?.startsWith('/')) throw badImage('is gone: please choose it again');
  return url;
}

const badImage = (message: string) => badRequest([{ field: 'image', message }]);
