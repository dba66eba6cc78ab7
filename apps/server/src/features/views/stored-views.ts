import type { ListName } from '@wayside/contract/preferences';
import { ROLE_TABLE, roleMay } from '@wayside/contract/roles';
import { LIST_PERMISSIONS, MAX_VIEWS_OF_LIST } from '@wayside/contract/view-changes';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type pg from 'pg';
import { conflict, forbidden } from '../../api-error.ts';
import type { Session } from '../../context.ts';
import type { NewActivityEntry } from '../../platform/db/activity-entry.ts';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { orm } from '../../platform/db/orm.ts';
import { preferences } from '../../platform/db/schema/preferences.ts';
import { savedViews } from '../../platform/db/schema/saved-views.ts';
import { type StoredView, VIEW_ORDER, type ViewOrder } from '../../records/saved-views.ts';

/** Nothing of a list for somebody who may not read it (VIEW-04). @throws 403 */
export function checkList({ admin }: Session, list: ListName): void {
  const permission = LIST_PERMISSIONS[list];
  if (!roleMay(admin.role, permission)) throw forbidden(`Your role may not ${ROLE_TABLE[permission].may}.`);
}

/** From here on no other transaction changes views: names stay unique and limits hold. */
export const lockViews = (client: pg.ClientBase) =>
  client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.savedViews]);

type Place = Pick<StoredView, 'id' | 'list' | 'name' | 'ownerId'>;

/** Whether there is room for a view, and its name is free, among its owner's or those for everybody. @throws 409 */
export async function checkPlace(client: pg.ClientBase, { id, list, name, ownerId }: Place): Promise<void> {
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
  const whose = ownerId === null ? 'for everybody' : 'of yours';
  if (others.some(({ isSameName }) => isSameName))
    throw conflict(`There is a view ${whose} named ${name} already.`);
  if (others.length >= MAX_VIEWS_OF_LIST)
    throw conflict(`There are ${MAX_VIEWS_OF_LIST} views ${whose}, which is the most. Delete one first.`);
}

/** The view with which a list opens for somebody. */
export async function readDefaultId(
  client: pg.ClientBase,
  { admin }: Session,
  list: string,
): Promise<string | null> {
  const [found] = await orm(client)
    .select({ value: preferences.value })
    .from(preferences)
    .where(and(eq(preferences.adminId, admin.id), eq(preferences.name, VIEW_ORDER), eq(preferences.list, list)));
  return (found?.value as ViewOrder | undefined)?.defaultId ?? null;
}

/** The query without what was searched for, which may be personal (USER-06). */
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

/** The activity entry of a change that others see: null where the view is and was its owner's alone (VIEW-04). */
export function entryOf(before: StoredView | null, after: StoredView | null): NewActivityEntry | null {
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
