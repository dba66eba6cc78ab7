import type { AppContext } from '../../context.ts';
import type { NamedStatement } from '../../db/database.ts';
import type { Session } from '../../session-cache.ts';

const END_SESSION: NamedStatement = { name: 'end-session', text: 'DELETE FROM sessions WHERE token_hash = $1' };

/** Revokes the session on the server: its token opens nothing from now on (AUTH-10, SECU-03). */
export async function logOut({ database, sessions }: AppContext, session: Session): Promise<void> {
  await database.rows(END_SESSION, [session.tokenHash]);
  // The database tells every node; this one need not wait for it.
  sessions.forgetAll();
}
