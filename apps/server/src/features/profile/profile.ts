import type { Preferences } from '@wayside/contract/preferences';
import type { OwnAccount, OwnSession } from '@wayside/contract/profile';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type pg from 'pg';
import { notFound, notSignedIn } from '../../api-error.ts';
import type { ActorContext, AppContext, Session } from '../../context.ts';
import { endSessions } from '../../platform/accounts/passwords.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { preferences } from '../../platform/db/schema/preferences.ts';
import { admins, sessions } from '../../platform/db/schema/session.ts';
import { deviceName } from './device-name.ts';

const { id, name, email, role, createdAt } = admins;

const asOwnAccount = (
  row: Pick<typeof admins.$inferSelect, 'id' | 'name' | 'email' | 'role' | 'createdAt'>,
): OwnAccount => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

/** The account of who is signed in (TEAM-03). */
export async function readOwnAccount({ database }: AppContext, { admin }: Session): Promise<OwnAccount> {
  const [row] = await database.orm
    .select({ id, name, email, role, createdAt })
    .from(admins)
    .where(eq(id, admin.id));
  if (!row) throw notSignedIn();
  return asOwnAccount(row);
}

/** Changes one's own name (TEAM-03). The log holds that it changed, and no name. */
export function renameSelf(
  { database, actor, now }: ActorContext,
  { admin, name: given }: { readonly admin: Session['admin']; readonly name: string },
): Promise<OwnAccount> {
  return database.transaction(async (client: pg.ClientBase) => {
    const [before] = await orm(client).select({ name }).from(admins).where(eq(id, admin.id)).for('update');
    const [row] = await orm(client)
      .update(admins)
      .set({ name: given })
      .where(eq(id, admin.id))
      .returning({ id, name, email, role, createdAt });
    if (!row) throw notSignedIn();
    if (before?.name !== given)
      await recordActivity(client, actor, now(), {
        action: 'updated',
        entity: 'admin',
        entityId: admin.id,
        changes: [{ field: 'name', before: null, after: null }],
      });
    return asOwnAccount(row);
  });
}

/** One's own open sessions, the current one first, then by their last use (TEAM-03). */
export async function listOwnSessions(
  { database, now }: AppContext,
  { admin, tokenHash }: Session,
): Promise<{ rows: OwnSession[] }> {
  const open = await database.orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.adminId, admin.id), gt(sessions.expiresAt, now())))
    .orderBy(desc(sessions.lastSeenAt), sessions.id);
  const rows = open.map((session) => ({
    id: session.id,
    device: deviceName(session.userAgent),
    address: session.address,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt?.toISOString() ?? null,
    isCurrent: tokenHash.equals(session.tokenHash),
  }));
  return { rows: [...rows.filter(({ isCurrent }) => isCurrent), ...rows.filter(({ isCurrent }) => !isCurrent)] };
}

/** Ends one of one's own sessions (TEAM-03). @throws 404 when it is nobody's, has ended, or is another person's */
export function endOwnSession(
  { database, actor, now }: ActorContext,
  { session, id }: { readonly session: Session; readonly id: string },
): Promise<void> {
  return database.transaction(async (client) => {
    const isOwn = and(eq(sessions.id, id), eq(sessions.adminId, session.admin.id));
    const ended = await orm(client).delete(sessions).where(isOwn);
    if (!ended.rowCount) throw notFound('session');
    await recordActivity(client, actor, now(), endedEntry(session, ended.rowCount));
  });
}

/** Ends all of one's own sessions but the one that asks (TEAM-03). @returns how many */
export function endOtherSessions(
  { database, actor, now }: ActorContext,
  session: Session,
): Promise<{ endedSessions: number }> {
  return database.transaction(async (client) => {
    const endedSessions = await endSessions(client, session.admin.id, session.tokenHash);
    if (endedSessions > 0) await recordActivity(client, actor, now(), endedEntry(session, endedSessions));
    return { endedSessions };
  });
}

const endedEntry = ({ admin }: Session, count: number) =>
  ({
    action: 'sessions_ended',
    entity: 'admin',
    entityId: admin.id,
    changes: [{ field: 'sessions', before: null, after: count }],
  }) as const;

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
