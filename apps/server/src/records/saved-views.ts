import { LISTS } from '@wayside/contract/preferences';
import { type Role, roleMay } from '@wayside/contract/roles';
import { LIST_PERMISSIONS, type SavedView } from '@wayside/contract/views';
import { and, eq, isNull, or } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { preferences, savedViews } from '../platform/db/schema/preferences.ts';
import { changedSince, versionTag } from './version-tag.ts';

export type StoredView = typeof savedViews.$inferSelect;

export interface ViewReader {
  readonly id: string;
  readonly role: Role;
}

/** The order of a list's views and the default view, as set by an administrator. */
export interface ViewOrder {
  readonly ids: readonly string[];
  readonly defaultId: string | null;
}

/** The key of the preference that stores the order of views, by list. */
export const VIEW_ORDER = 'views';

const VERSIONED = ['name', 'isShared', 'query', 'columns'] as const;

const versionedValues = (view: Pick<SavedView, (typeof VERSIONED)[number]>) =>
  VERSIONED.map((field) => view[field]);

/** Returns a stored view as the administrator sees it, with its version (EDIT-01). */
export function asSavedView({ id, list, name, query, columns, ownerId }: StoredView, defaultId: string | null) {
  const view = { id, list: list as SavedView['list'], name, query, columns, isShared: ownerId === null };
  return { ...view, isDefault: id === defaultId, etag: versionTag(versionedValues(view)) };
}

/** Returns the fields that differ from the version that was read; all fields if that version is unknown. */
export const fieldsChangedSince = (view: SavedView, ifMatch: readonly string[]): readonly string[] =>
  changedSince(VERSIONED, versionedValues(view), ifMatch);

/**
 * Returns the views that an administrator can see, for the lists that they may read (VIEW-04). Views come in the
 * order that the administrator has set, followed by the others, shared ones first.
 */
export async function readSavedViews(database: NodePgDatabase, reader: ViewReader): Promise<SavedView[]> {
  const [stored, orders] = await Promise.all([
    database
      .select()
      .from(savedViews)
      .where(or(isNull(savedViews.ownerId), eq(savedViews.ownerId, reader.id)))
      .orderBy(savedViews.id),
    database
      .select({ list: preferences.list, value: preferences.value })
      .from(preferences)
      .where(and(eq(preferences.adminId, reader.id), eq(preferences.name, VIEW_ORDER))),
  ]);
  return LISTS.filter((list) => roleMay(reader.role, LIST_PERMISSIONS[list])).flatMap((list) => {
    const order = orders.find((one) => one.list === list)?.value as ViewOrder | undefined;
    const placeOf = ({ id, ownerId }: StoredView) => {
      const place = order?.ids.indexOf(id) ?? -1;
      if (place >= 0) return place;
      return Number.MAX_SAFE_INTEGER - (ownerId === null ? 1 : 0);
    };
    return stored
      .filter((view) => view.list === list)
      .sort((one, other) => placeOf(one) - placeOf(other))
      .map((view) => asSavedView(view, order?.defaultId ?? null));
  });
}
