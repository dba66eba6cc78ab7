import { ROLES } from '@wayside/contract/roles';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { defineStatement } from '../db/statement.ts';
import type { LiveStream } from './live-stream.ts';

const OPEN_SESSIONS = defineStatement({
  name: 'open-sessions',
  text: `SELECT encode(s.token_hash, 'hex') AS token, a.role FROM sessions s JOIN admins a ON a.id = s.admin_id
         WHERE s.token_hash = ANY ($1::bytea[]) AND s.expires_at > $2 AND a.suspended_at IS NULL`,
  row: z.object({ token: z.string(), role: z.enum(ROLES) }),
  example: [[Buffer.from([1])], new Date(0)],
});

/**
 * Ends the streams whose session has ended, and gives the others the role that their administrator has now, wherever it was
 * changed (LIVE-01, SECU-03, OWN-10).
 */
export async function checkSessions(database: Database, streams: Iterable<LiveStream>, now: Date): Promise<void> {
  // A stream that opens during the query is not part of it.
  const checked = [...streams];
  const hashes = new Map(checked.map(({ tokenHash }) => [tokenHash.toString('hex'), tokenHash]));
  const found = await database.rows(OPEN_SESSIONS, [[...hashes.values()], now]);
  const roles = new Map(found.map(({ token, role }) => [token, role]));
  for (const stream of checked) {
    const role = roles.get(stream.tokenHash.toString('hex'));
    if (role === undefined) stream.finish();
    else stream.role = role;
  }
}
