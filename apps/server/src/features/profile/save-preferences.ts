import type { Preferences } from '@wayside/contract/preferences';
import { sql } from 'drizzle-orm';
import type { AppContext, Session } from '../../context.ts';
import { preferences } from '../../platform/db/schema/preferences.ts';

export interface SavePreferencesInput {
  readonly session: Session;
  /** Null leaves a preference as it is. */
  readonly given: Preferences;
}

/**
 * Sets some of the own preferences (VIEW-05), in one order, so that two calls cannot deadlock. They are no change of a record, so the
 * activity log does not hold them.
 */
export async function savePreferences(
  { database }: AppContext,
  { session, given: { columns, ...single } }: SavePreferencesInput,
): Promise<Record<string, never>> {
  const adminId = session.admin.id;
  const rows = [
    ...Object.entries(single)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => ({ adminId, name, list: '', value })),
    ...new Map(
      (columns ?? []).map(({ list, shown }) => [list, { adminId, name: 'columns', list, value: shown }]),
    ).values(),
  ].toSorted((one, other) => (one.name + one.list < other.name + other.list ? -1 : 1));
  if (rows.length === 0) return {};
  await database.orm
    .insert(preferences)
    .values(rows)
    .onConflictDoUpdate({
      target: [preferences.adminId, preferences.name, preferences.list],
      set: { value: sql`excluded.value` },
    });
  return {};
}
