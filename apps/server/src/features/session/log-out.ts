import type { AppContext } from '../../context.ts';
import type { NamedStatement } from '../../db/database.ts';
import { untilTakenBack } from '../../db/lease.ts';
import { SESSION_LEASE, type Session } from '../../session-cache.ts';

const END_SESSION: NamedStatement = { name: 'end-session', text: 'DELETE FROM sessions WHERE token_hash = $1' };

/** Revokes the session on the server: its token opens nothing from now on, on no node (AUTH-10, SECU-03, RUN-04). */
export async function logOut({ database, sessions }: AppContext, session: Session): Promise<void> {
  await database.rows(END_SESSION, [session.tokenHash]);
  await untilTakenBack(database, SESSION_LEASE);
  // In PGlite everybody shares one session, for which no lock of it is ever taken.
  sessions.forgetAll();
}
