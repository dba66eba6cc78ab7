import type { AppContext, Session } from '../../context.ts';
import type { NamedStatement } from '../../db/database.ts';

const END_SESSION: NamedStatement = { name: 'end-session', text: 'DELETE FROM sessions WHERE token_hash = $1' };

/** Revokes the session on the server: its token opens nothing from now on, on no node (AUTH-10, SECU-03, RUN-04). */
export async function logOut({ database }: AppContext, session: Session): Promise<void> {
  await database.rows(END_SESSION, [session.tokenHash]);
}
