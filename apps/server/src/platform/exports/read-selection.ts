import { z } from 'zod';
import { badRequest } from '../../api-error.ts';
import type { CallContext } from '../../context.ts';
import { defineStatement, sampleOf } from '../db/statement.ts';
import { signedIn } from '../http/session.ts';

const READ_SELECTION = defineStatement({
  name: 'read-selection',
  text: 'SELECT ids FROM selections WHERE id = $1 AND admin_id = $2 AND list = $3 AND created_at > $4',
  row: z.object({ ids: z.array(z.string()) }),
  example: [sampleOf('selections'), sampleOf('selections', 'admin_id'), 'users', new Date(0)],
});

/** An export follows at once; it may be repeated in that time. */
export const SELECTION_KEPT_MS = 3_600_000;

/**
 * The rows that the caller has marked (VIEW-07); null where no selection is named.
 * @throws 400 where it is not theirs, not of this list, or over
 */
export async function readSelection(
  context: CallContext,
  { id, list }: { readonly id: string | null; readonly list: string },
): Promise<readonly string[] | null> {
  if (id === null) return null;
  const [found] = await context.database.rows(READ_SELECTION, [
    id,
    signedIn(context).admin.id,
    list,
    new Date(context.now().getTime() - SELECTION_KEPT_MS),
  ]);
  if (!found) throw badRequest([{ field: 'selection', message: 'is over: mark the rows again' }]);
  return found.ids;
}
