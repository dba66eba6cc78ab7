import type { Preferences } from '@wayside/contract/preferences';
import { permissionsOf } from '@wayside/contract/roles';
import type { Profile } from '@wayside/contract/session';
import { eq } from 'drizzle-orm';
import type { AppContext, Session } from '../../context.ts';
import { preferences } from '../../platform/db/schema/preferences.ts';
import { readSavedViews } from '../../records/saved-views.ts';

/** Who is signed in, what they may do (TEAM-01) what they have set for themselves (VIEW-05) and saved (VIEW-04). */
export async function readOwnProfile(context: AppContext, session: Session): Promise<Profile> {
  const { admin, mustSetUpTwoFactor } = session;
  return {
    ...admin,
    permissions: [...permissionsOf(admin.role)],
    mustSetUpTwoFactor,
    preferences: await readPreferences(context, session),
    views: await readSavedViews(context.database.orm, admin),
  };
}

async function readPreferences({ database }: AppContext, { admin }: Session): Promise<Preferences> {
  const { name, list, value } = preferences;
  const rows = await database.orm
    .select({ name, list, value })
    .from(preferences)
    .where(eq(preferences.adminId, admin.id));
  const singleValue = (wanted: string) => rows.find((row) => row.name === wanted)?.value ?? null;
  const columns = rows.filter((row) => row.name === 'columns').map((row) => ({ list: row.list, shown: row.value }));
  return {
    rows: singleValue('rows'),
    density: singleValue('density'),
    recents: singleValue('recents'),
    reviewReasons: singleValue('reviewReasons'),
    columns: columns.length === 0 ? null : columns,
  } as Preferences;
}
