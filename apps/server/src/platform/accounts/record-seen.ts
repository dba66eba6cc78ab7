import type { AppContext } from '../../context.ts';
import { defineStatement, sampleOf } from '../db/statement.ts';

// It never waits for a transaction that changes the administrator.
const RECORD_SEEN = defineStatement({
  name: 'record-admin-seen',
  text: `UPDATE admins SET last_seen_at = $2 WHERE id = (
           SELECT id FROM admins WHERE id = $1 AND (last_seen_at IS NULL OR last_seen_at < $2)
           FOR NO KEY UPDATE SKIP LOCKED)`,
  example: [sampleOf('admins'), new Date(0)],
});

/** Stores that an administrator was seen, beside their sessions: that outlives these (TEAM-02). */
export async function recordSeen(
  { database }: Pick<AppContext, 'database'>,
  adminId: string,
  at: Date,
): Promise<void> {
  await database.rows(RECORD_SEEN, [adminId, at]);
}
