import type { SelectableListName } from '@wayside/contract/exports';
import { isRowNumber } from '@wayside/contract/wire/request-fields';
import { ObjectId } from 'bson';
import { lt } from 'drizzle-orm';
import { badRequest, fieldError } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { selections } from '../../platform/db/schema/jobs.ts';
import { SELECTION_TTL_MS } from '../../platform/exports/export-route.ts';

interface CreateSelectionInput {
  readonly adminId: string;
  readonly list: SelectableListName;
  readonly ids: readonly string[];
}

const RECORD_ID = /^[0-9a-f]{24}$/;

/** Stores selected rows for a subsequent export (VIEW-07). @throws 400 if an id belongs to another list */
export async function createSelection(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  { adminId, list, ids }: CreateSelectionInput,
): Promise<{ id: string }> {
  const isOfList = list === 'activity' ? isRowNumber : (id: string) => RECORD_ID.test(id);
  if (!ids.every(isOfList)) throw badRequest([fieldError('ids', 'ids_of_list', { list })]);
  const at = now();
  await database.orm.delete(selections).where(lt(selections.createdAt, new Date(at.getTime() - SELECTION_TTL_MS)));
  const id = new ObjectId().toHexString();
  await database.orm.insert(selections).values({ id, adminId, list, ids: [...ids], createdAt: at });
  return { id };
}
