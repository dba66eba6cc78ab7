import type { ListName } from '@wayside/contract/preferences';
import { roleMay } from '@wayside/contract/roles';
import { LIST_PERMISSIONS, MAX_VIEWS_OF_LIST, type SavedView } from '@wayside/contract/views';
import { ObjectId } from 'bson';
import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type pg from 'pg';
import { conflict, notFound, permissionDenied, preconditionFailed } from '../../api-error.ts';
import type { ActorContext, AppContext, Session } from '../../context.ts';
import type { NewActivityEntry } from '../../platform/db/activity-entry.ts';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { preferences, savedViews } from '../../platform/db/schema/preferences.ts';
import {
  asSavedView,
  fieldsChangedSince,
  readSavedViews,
  type StoredView,
  VIEW_ORDER,
  type ViewOrder,
} from '../../records/saved-views.ts';
import { isExpectedVersion } from '../../records/version-tag.ts';

/** Returns the administrator's own views and the shared views, in the administrator's order (VIEW-04). */
export const listViews = ({ database }: AppContext, { admin }: Session): Promise<SavedView[]> =>
  readSavedViews(database.orm, admin);

/** Checks that the caller's role may read the list (VIEW-04). @throws 403 */
function checkList({ admin }: Session, list: ListName): void {
  const permission = LIST_PERMISSIONS[list];
  if (!roleMay(admin.role, permission)) throw permissionDenied(permission);
}

/** Locks the saved views until the transaction ends, so that names stay unique and the limits hold. */
const lockViews = (client: pg.ClientBase) =>
  client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.savedViews]);

type ViewIdentity = Pick<StoredView, 'id' | 'list' | 'name' | 'ownerId'>;

/**
 * Checks that the name is free and the limit is not reached, among the owner's views or among the shared views.
 * @throws 409
 */
async function requireFreeName(client: pg.ClientBase, { id, list, name, ownerId }: ViewIdentity): Promise<void> {
  const others = await orm(client)
    .select({ isSameName: sql<boolean>`lower(${savedViews.name}) = lower(${name})` })
    .from(savedViews)
    .where(
      and(
        eq(savedViews.list, list),
        ownerId === null ? isNull(savedViews.ownerId) : eq(savedViews.ownerId, ownerId),
        ne(savedViews.id, id),
      ),
    );
  if (others.some(({ isSameName }) => isSameName))
    throw conflict(ownerId === null ? 'shared_view_of_name' : 'my_view_of_name', { name });
  if (others.length >= MAX_VIEWS_OF_LIST)
    throw conflict(ownerId === null ? 'most_shared_views' : 'most_views_of_mine', { most: MAX_VIEWS_OF_LIST });
}

/** Reads the id of the administrator's default view of a list. */
async function readDefaultId(client: pg.ClientBase, { admin }: Session, list: string): Promise<string | null> {
  const [found] = await orm(client)
    .select({ value: preferences.value })
    .from(preferences)
    .where(and(eq(preferences.adminId, admin.id), eq(preferences.name, VIEW_ORDER), eq(preferences.list, list)));
  return (found?.value as ViewOrder | undefined)?.defaultId ?? null;
}

/** Returns the query without the search text, which may be personal data (USER-06). */
function loggedQuery(query: string): string {
  const search = new URLSearchParams(query);
  if (search.has('search')) search.set('search', '…');
  return search.toString().replaceAll('%E2%80%A6', '…');
}

const valuesOf = (view: StoredView | null) => ({
  list: view?.list ?? null,
  name: view?.name ?? null,
  isShared: view && view.ownerId === null,
  query: view && loggedQuery(view.query),
  columns: view?.columns.join(', ') ?? null,
});

function actionOf(before: StoredView | null, after: StoredView | null) {
  if (before === null) return 'created';
  return after === null ? 'deleted' : 'updated';
}

/**
 * Returns the activity entry of a change that other users see. Null if the view is private before and after the
 * change (VIEW-04).
 */
function entryOf(before: StoredView | null, after: StoredView | null): NewActivityEntry | null {
  const shown = [before, after].find((view) => view?.ownerId === null);
  if (!shown) return null;
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const fields = ['list', 'name', 'isShared', 'query', 'columns'] as const;
  return {
    action: actionOf(before, after),
    entity: 'saved_view',
    entityId: shown.id,
    changes: fields
      .map((field) => ({ field, before: was[field], after: is[field] }))
      .filter((change) => change.before !== change.after),
  };
}

interface CreateViewInput {
  readonly session: Session;
  readonly list: ListName;
  readonly name: string;
  readonly query: string;
  readonly columns: readonly string[];
  /** True for a shared view, false for a private view of the caller. */
  readonly isShared: boolean;
}

/**
 * Saves a view of a list. Only shared views are recorded in the activity log (VIEW-04).
 * @throws 403 for a list that the role may not read; 409 if the name is taken or there are too many views
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
    await requireFreeName(client, view);
    await orm(client).insert(savedViews).values(view);
    const entry = entryOf(null, view);
    if (entry) await recordActivity(client, actor, view.changedAt, entry);
    return asSavedView(view, null);
  });
}

interface DeleteViewInput {
  readonly session: Session;
  readonly id: string;
  /** True for a shared view, false for a private view of the caller. */
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

interface OrderViewsInput {
  readonly session: Session;
  readonly list: ListName;
  readonly ids: readonly string[];
  /** The list's default view. Null shows all rows. */
  readonly defaultId: string | null;
}

/** Sets the caller's view order and default view of a list (VIEW-04). @throws 403 */
export async function orderViews(
  { database }: AppContext,
  { session, list, ids, defaultId }: OrderViewsInput,
): Promise<void> {
  checkList(session, list);
  const { admin } = session;
  const seen = new Set((await readSavedViews(database.orm, admin)).map(({ id }) => id));
  const value: ViewOrder = {
    ids: [...new Set(ids)].filter((id) => seen.has(id)),
    defaultId: defaultId !== null && seen.has(defaultId) ? defaultId : null,
  };
  await database.orm
    .insert(preferences)
    .values({ adminId: admin.id, name: VIEW_ORDER, list, value })
    .onConflictDoUpdate({
      target: [preferences.adminId, preferences.name, preferences.list],
      set: { value: sql`excluded.value` },
    });
}

interface UpdateViewInput {
  readonly session: Session;
  readonly id: string;
  /** A field that is null is unchanged. */
  readonly change: {
    readonly name: string | null;
    readonly query: string | null;
    readonly columns: readonly string[] | null;
    /** False turns a shared view into a private view of the caller. */
    readonly isShared: boolean | null;
  };
  /** The expected versions of the view; null accepts any version (EDIT-01). */
  readonly ifMatch: readonly string[] | null;
  /** Whether the caller may change shared views. */
  readonly mayShare: boolean;
}

/**
 * Changes a view. Changes of shared views are recorded in the activity log (VIEW-04).
 * @throws 403; 404, also for another user's view; 409 if the name is taken; 412 (EDIT-01)
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
      throw preconditionFailed('view', conflictOf(before, seen, ifMatch));
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
    await requireFreeName(client, after);
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
