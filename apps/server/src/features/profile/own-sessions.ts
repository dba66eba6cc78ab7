import type { OwnSession } from '@wayside/contract/profile';
import { and, desc, eq, gt } from 'drizzle-orm';
import { notFound } from '../../api-error.ts';
import type { ActorContext, AppContext, Session } from '../../context.ts';
import { endSessions } from '../../platform/accounts/passwords.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { sessions } from '../../platform/db/schema/session.ts';
import { deviceName } from './device-name.ts';

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
