import type { ListName } from '@wayside/contract/preferences';
import { sql } from 'drizzle-orm';
import type { AppContext, Session } from '../../context.ts';
import { preferences } from '../../platform/db/schema/preferences.ts';
import { readSavedViews, VIEW_ORDER, type ViewOrder } from '../../records/saved-views.ts';
import { checkList } from './stored-views.ts';

export interface OrderViewsInput {
  readonly session: Session;
  readonly list: ListName;
  readonly ids: readonly string[];
  /** The view with which the list opens; null for all rows. */
  readonly defaultId: string | null;
}

/** Sets the own order of a list's views and its default (VIEW-04). @throws 403 */
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
