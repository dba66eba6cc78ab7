import { and, eq, isNull } from 'drizzle-orm';
import { notFound } from '../../api-error.ts';
import type { ActorContext, Session } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { savedViews } from '../../platform/db/schema/saved-views.ts';
import { asSavedView } from '../../records/saved-views.ts';
import { checkList, entryOf, lockViews } from './stored-views.ts';

export interface DeleteViewInput {
  readonly session: Session;
  readonly id: string;
  /** Whether it is one for everybody; else it is the caller's own. */
  readonly isShared: boolean;
}

/** Deletes a view (VIEW-04). @throws 403; 404 */
export function deleteView(
  { database, now, actor }: Pick<ActorContext, 'database' | 'now' | 'actor'>,
  { session, id, isShared }: DeleteViewInput,
): Promise<void> {
  return database.transaction(async (client) => {
    await lockViews(client);
    const ofOwner = isShared ? isNull(savedViews.ownerId) : eq(savedViews.ownerId, session.admin.id);
    const [deleted] = await orm(client)
      .delete(savedViews)
      .where(and(eq(savedViews.id, id), ofOwner))
      .returning();
    if (!deleted) throw notFound('view');
    checkList(session, asSavedView(deleted, null).list);
    const entry = entryOf(deleted, null);
    if (entry) await recordActivity(client, actor, now(), entry);
  });
}
