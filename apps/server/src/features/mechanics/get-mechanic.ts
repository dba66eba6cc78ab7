import type { Mechanic } from '@wayside/contract/mechanics';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { readRecord } from '../../db/read-record.ts';
import { MECHANIC_LIST } from './mechanic-list.ts';
import { withReadableDocuments } from './with-readable-documents.ts';

/** One mechanic. @throws 404 */
export async function getMechanic({ database, files }: AppContext, id: string): Promise<Mechanic> {
  const mechanic = await readRecord<Mechanic>(database, MECHANIC_LIST, id);
  if (mechanic === null) throw notFound('mechanic');
  return withReadableDocuments(mechanic, await files.readableLinks());
}
