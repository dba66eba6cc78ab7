import type { SavedView } from '@wayside/contract/views';
import { and, eq, isNull, or } from 'drizzle-orm';
import { changedMeanwhile, notFound } from '../../api-error.ts';
import type { ActorContext, Session } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { savedViews } from '../../platform/db/schema/saved-views.ts';
import { asSavedView, fieldsChangedSince, type StoredView } from '../../records/saved-views.ts';
import { isExpectedVersion } from '../../records/version-tag.ts';
import { checkList, checkPlace, entryOf, lockViews, readDefaultId } from './stored-views.ts';

export interface UpdateViewInput {
  readonly session: Session;
  readonly id: string;
  /** Null leaves a field as it is. */
  readonly change: {
    readonly name: string | null;
    readonly query: string | null;
    readonly columns: readonly string[] | null;
    /** False makes a view for everybody the caller's own. */
    readonly isShared: boolean | null;
  };
  /** The versions in which the view may be; null for any (EDIT-01). */
  readonly ifMatch: readonly string[] | null;
  /** Whether the caller may change views for everybody. */
  readonly mayShare: boolean;
}

/**
 * Changes a view (VIEW-04). What others see or saw is in the activity log.
 * @throws 403; 404, also for the own view of somebody else; 409 for a name that is taken; 412 where it has changed (EDIT-01)
 */
export function updateView(
  { database, now, actor }: Pick<ActorContext, 'database' | 'now' | 'actor'>,
  { session, id, change, ifMatch, mayShare }: UpdateViewInput,
): Promise<SavedView> {
  return database.transaction(async (client) => {
    await lockViews(client);
    const isOwn = eq(savedViews.ownerId, session.admin.id);
    const [before] = await orm(client)
      .select()
      .from(savedViews)
      .where(and(eq(savedViews.id, id), mayShare ? or(isNull(savedViews.ownerId), isOwn) : isOwn));
    if (!before) throw notFound('view');
    const defaultId = await readDefaultId(client, session, before.list);
    const seen = asSavedView(before, defaultId);
    checkList(session, seen.list);
    if (ifMatch !== null && !isExpectedVersion(seen.etag, ifMatch))
      throw changedMeanwhile('view', conflictOf(before, seen, ifMatch));
    const isShared = change.isShared ?? before.ownerId === null;
    const after: StoredView = {
      ...before,
      ownerId: isShared ? null : session.admin.id,
      name: change.name ?? before.name,
      query: change.query ?? before.query,
      columns: [...(change.columns ?? before.columns)],
    };
    const view = asSavedView(after, defaultId);
    if (view.etag === seen.etag) return seen;
    await checkPlace(client, after);
    const at = now();
    await orm(client)
      .update(savedViews)
      .set({ ...after, changedAt: at, changedBy: actor.email })
      .where(eq(savedViews.id, id));
    const entry = entryOf(before, after);
    if (entry) await recordActivity(client, actor, at, entry);
    return view;
  });
}

const conflictOf = ({ changedAt, changedBy }: StoredView, record: SavedView, ifMatch: readonly string[]) => ({
  record,
  changes: fieldsChangedSince(record, ifMatch).map((field) => ({
    field,
    source: 'administrator' as const,
    by: changedBy,
    at: changedAt.toISOString(),
  })),
  deletion: null,
});
