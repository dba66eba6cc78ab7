import type pg from 'pg';
import { z } from 'zod';
import type { ActorContext, AppContext } from '../../context.ts';
import { toFieldChanges } from '../db/activity-entry.ts';
import { claimNextSql } from '../db/queue.ts';
import { recordActivity } from '../db/record-activity.ts';
import { defineStatement, sampleOf } from '../db/statement.ts';

/** Logs a new session in the transaction that opens it (PRIV-03). */
export function recordSignIn(
  { actor, now }: ActorContext,
  client: pg.ClientBase,
  { id, email, factor }: { readonly id: string; readonly email: string; readonly factor: string | null },
): Promise<void> {
  const changes = toFieldChanges(factor === null ? {} : { secondFactor: factor });
  return recordActivity(client, { ...actor, id, email }, now(), {
    action: 'signed_in',
    entity: 'admin',
    entityId: id,
    changes,
  });
}

export type SignInStep = 'password' | 'second_factor' | 'proof' | 'suspended' | 'single_sign_on';

/**
 * Logs a failed sign-in with the account, but never the entered values. Throttled attempts are not logged (SECU-02).
 * @param accountId null for an unknown email
 */
export function recordFailedSignIn(
  { database, actor, now }: ActorContext,
  accountId: string | null,
  step: SignInStep,
): Promise<void> {
  return database.transaction((client) =>
    recordActivity(client, actor, now(), {
      action: 'sign_in_failed',
      entity: 'admin',
      entityId: accountId,
      changes: toFieldChanges({ step }),
    }),
  );
}

// Skips a locked row, so that the call does not wait for a payment.
const RECORD_SEEN = defineStatement({
  name: 'record-admin-seen',
  text: claimNextSql(
    { table: 'admins', due: 'id = $1 AND (last_seen_at IS NULL OR last_seen_at < $2)', order: 'id' },
    'last_seen_at = $2',
    'SELECT id FROM claimed',
  ),
  row: z.object({ id: z.string() }),
  example: [sampleOf('admins'), new Date('2099-01-01')],
});

/** Stores when an administrator was last seen. The time remains after their sessions end (TEAM-02). */
export async function recordSeen(
  { database }: Pick<AppContext, 'database'>,
  adminId: string,
  at: Date,
): Promise<void> {
  await database.rows(RECORD_SEEN, [adminId, at]);
}
