import type { ListName } from '@wayside/contract/preferences';
import type { SavedView } from '@wayside/contract/views';
import { ObjectId } from 'bson';
import type { ActorContext, Session } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { savedViews } from '../../platform/db/schema/saved-views.ts';
import { asSavedView } from '../../records/saved-views.ts';
import { checkList, checkPlace, entryOf, lockViews } from './stored-views.ts';

export interface CreateViewInput {
  readonly session: Session;
  readonly list: ListName;
  readonly name: string;
  readonly query: string;
  readonly columns: readonly string[];
  /** Whether it is for everybody; else it is the caller's own. */
  readonly isShared: boolean;
}

/**
 * Saves a view of a list (VIEW-04). One for everybody is in the activity log.
 * @throws 403 for a list that the role may not read; 409 for a name that is taken, or too many views
 */
export function createView(
  { database, now, actor }: Pick<ActorContext, 'database' | 'now' | 'actor'>,
  { session, list, name, query, columns, isShared }: CreateViewInput,
): Promise<SavedView> {
  checkList(session, list);
  return database.transaction(async (client) => {
    await lockViews(client);
    const view = {
      id: new ObjectId().toHexString(),
      ownerId: isShared ? null : session.admin.id,
      list,
      name,
      query,
      columns: [...columns],
      changedAt: now(),
      changedBy: actor.email,
    };
    await checkPlace(client, view);
    await orm(client).insert(savedViews).values(view);
    const entry = entryOf(null, view);
    if (entry) await recordActivity(client, actor, view.changedAt, entry);
    return asSavedView(view, null);
  });
}
