import { CLAIM_TTL_SECONDS } from '@wayside/contract/roadside';
import { ROLES, roleMay } from '@wayside/contract/roles';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { repeat, withFailureLogging } from '../../repeat.ts';

/** A SQL list of the roles that may work on emergencies. */
export const DESK_ROLES = ROLES.filter((role) => roleMay(role, 'roadside:work'))
  .map((role) => `'${role}'`)
  .join(', ');

/**
 * Returns the SQL condition of a live claim: its owner's desk had a heartbeat within 90 s by the database clock, and
 * the owner may still work on emergencies (ROAD-03). @param claim the alias of the row of `emergency_claims`
 */
export const isClaimLiveSql = (
  claim: string,
): string => `EXISTS (SELECT FROM roadside_desks AS live JOIN admins AS owner ON owner.id = live.admin_id
    WHERE live.admin_id = ${claim}.admin_id AND live.seen_at > statement_timestamp() - interval '${CLAIM_TTL_SECONDS} seconds'
      AND owner.suspended_at IS NULL AND owner.role IN (${DESK_ROLES}))`;

/**
 * SQL that removes expired claims. $1 limits it to one owner, $2 to one emergency. Claims that another transaction
 * has locked are skipped.
 */
const EXPIRED = `due AS (
      SELECT booking_id FROM emergency_claims AS c
      WHERE ($1::text IS NULL OR admin_id = $1) AND ($2::text IS NULL OR booking_id = $2) AND NOT ${isClaimLiveSql('c')}
      ORDER BY booking_id FOR UPDATE OF c SKIP LOCKED),
    gone AS (DELETE FROM emergency_claims AS c USING due WHERE c.booking_id = due.booking_id RETURNING c.booking_id, c.admin_id),
    steps AS (
      INSERT INTO emergency_steps (booking_id, kind, at, admin_id)
      SELECT booking_id, 'lapsed', clock_timestamp(), admin_id FROM gone ORDER BY booking_id RETURNING booking_id)`;

const EXPIRE = defineStatement({
  name: 'expire-claims',
  text: `WITH ${EXPIRED} SELECT count(*) AS expired FROM steps`,
  row: z.object({ expired: z.number() }),
  example: [null, null],
});

/**
 * Removes claims whose owner's desk is closed and adds a timeline step (ROAD-03). @param bookingId the only emergency
 * to check, or null for all @returns the number of removed claims
 */
export async function expireClaims(database: pg.ClientBase | pg.Pool, bookingId: string | null): Promise<number> {
  const [row] = await rowsOf(database, EXPIRE, [null, bookingId]);
  return row?.expired ?? 0;
}

/** Expired claims are removed first, so that a late heartbeat of the desk does not renew them. */
const RECORD_DESK_HEARTBEAT = defineStatement({
  name: 'see-desk',
  text: `WITH ${EXPIRED}
    INSERT INTO roadside_desks AS d (admin_id, seen_at) SELECT $1, statement_timestamp() FROM (SELECT count(*) FROM steps) AS expired
    ON CONFLICT (admin_id) DO UPDATE SET seen_at = greatest(d.seen_at, excluded.seen_at), closed_at = NULL`,
  example: ['0'.repeat(24), '0'.repeat(24)],
});

/**
 * Records a heartbeat of a user's desk, which keeps the user's claims live. The caller has locked the shift. This can
 * change any emergency that the user has claimed.
 */
export async function recordDeskHeartbeat(client: pg.ClientBase, adminId: string): Promise<void> {
  await rowsOf(client, RECORD_DESK_HEARTBEAT, [adminId, null]);
}

const INTERVAL_MS = 2_000;

/**
 * Expires claims every two seconds, so that open desks are notified and sound the alert again. @returns a function
 * that stops the job and resolves after the current run
 */
export function expireClaimsRepeatedly({ pool }: Pick<Database, 'pool'>, log: Logger): () => Promise<void> {
  return repeat(
    INTERVAL_MS,
    withFailureLogging(log, 'expired claims could not be removed', () => expireClaims(pool, null)),
  );
}
