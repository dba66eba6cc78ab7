import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { claimNext } from '../db/queue.ts';
import { defineStatement, sampleOf } from '../db/statement.ts';

// A claim, because it must not wait for a payment that has locked the administrator.
const RECORD_SEEN = defineStatement({
  name: 'record-admin-seen',
  text: claimNext(
    { table: 'admins', due: 'id = $1 AND (last_seen_at IS NULL OR last_seen_at < $2)', order: 'id' },
    'last_seen_at = $2',
    'SELECT id FROM claimed',
  ),
  row: z.object({ id: z.string() }),
  example: [sampleOf('admins'), new Date('2099-01-01')],
});

/** Stores that an administrator was seen, beside their sessions: that outlives these (TEAM-02). */
export async function recordSeen(
  { database }: Pick<AppContext, 'database'>,
  adminId: string,
  at: Date,
): Promise<void> {
  await database.rows(RECORD_SEEN, [adminId, at]);
}
