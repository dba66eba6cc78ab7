import { CLAIM_TTL_SECONDS, type RoadsideDesk } from '@wayside/contract/roadside';
import type pg from 'pg';
import { z } from 'zod';
import { conflict } from '../../api-error.ts';
import type { AppContext, Session } from '../../context.ts';
import { adminNameSql } from '../../platform/db/admin-name.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { DESK_ROLES } from './expire-claims.ts';

/**
 * Returns the FROM clause for users on shift. `shift` is the row of the shift, `a` the administrator, and `d` the
 * desk, which may be null.
 * @param now the SQL parameter that contains the current time; users whose session has expired are excluded
 */
export const onShiftSql = (now: string): string => `roadside_shifts AS shift
    JOIN sessions AS s ON s.token_hash = shift.session_hash AND s.expires_at > ${now}
    JOIN admins AS a ON a.id = shift.admin_id AND a.suspended_at IS NULL AND a.role IN (${DESK_ROLES})
    LEFT JOIN roadside_desks AS d ON d.admin_id = a.id`;

/** The SQL condition of an open desk. It uses the clock of the database, which all nodes share. */
export const IS_DESK_OPEN_SQL = `coalesce(d.closed_at IS NULL AND d.seen_at > now() - interval '${CLAIM_TTL_SECONDS} seconds', false)`;

const DESKS = defineStatement({
  name: 'desks-on-shift',
  text: `SELECT a.id, ${adminNameSql('a')} AS name, ${IS_DESK_OPEN_SQL} AS "isOpen",
      CASE WHEN d.muted_until > now() THEN d.muted_until END AS "mutedUntil"
    FROM ${onShiftSql('$1')} ORDER BY name, a.id`,
  row: z.object({ id: z.string(), name: z.string(), isOpen: z.boolean(), mutedUntil: z.nullable(z.date()) }),
  example: [new Date(0)],
});

/** Returns the users on shift, whether their desk is open, and until when it is muted (ROAD-02, DESK-03). */
export async function listDesksOnShift(
  database: pg.ClientBase | pg.Pool,
  now: AppContext['now'],
): Promise<RoadsideDesk[]> {
  const rows = await rowsOf(database, DESKS, [now()]);
  return rows.map(({ mutedUntil, ...desk }) => ({ ...desk, mutedUntil: mutedUntil?.toISOString() ?? null }));
}

const LOCK_SHIFT = defineStatement({
  name: 'lock-shift',
  text: `SELECT a.id FROM ${onShiftSql('$2')} WHERE a.id = $1 FOR KEY SHARE OF shift`,
  row: z.object({ id: z.string() }),
  example: [sampleOf('admins'), new Date(0)],
});

/**
 * Locks the shift of a user until the end of the transaction, so that it does not end earlier (DESK-03). Must come
 * before a lock on an emergency, as at the end of a shift.
 * @returns whether the user is on shift
 */
export async function lockShift(client: pg.ClientBase, adminId: string, now: AppContext['now']): Promise<boolean> {
  return (await rowsOf(client, LOCK_SHIFT, [adminId, now()])).length > 0;
}

/** Requires that the user is on shift (DESK-03). @throws 409 */
export function requireShift({ isOnShift: isThere }: { readonly isOnShift: boolean }): void {
  if (!isThere) throw conflict('not_on_shift');
}

const START = defineStatement({
  name: 'start-shift',
  text: `INSERT INTO roadside_shifts AS r (admin_id, session_hash) VALUES ($1, $2)
    ON CONFLICT (admin_id) DO UPDATE SET session_hash = excluded.session_hash WHERE r.session_hash <> excluded.session_hash`,
  example: [sampleOf('sessions', 'admin_id'), sampleOf('sessions', 'token_hash')],
});
const END = defineStatement({
  name: 'end-shift',
  text: 'DELETE FROM roadside_shifts WHERE admin_id = $1',
  example: [sampleOf('admins')],
});
const READ_NOW = defineStatement({
  name: 'desk-clock',
  text: 'SELECT now()::timestamptz(3) AS now',
  row: z.object({ now: z.date() }),
  example: [],
});

/**
 * Starts or ends the shift of the caller (DESK-03). The shift also ends with the session. A trigger then releases the
 * user's claims.
 */
export async function setShift(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  { admin, tokenHash }: Session,
  { isOnShift }: { readonly isOnShift: boolean },
): Promise<{ desks: RoadsideDesk[]; now: string }> {
  if (isOnShift) await database.rows(START, [admin.id, tokenHash]);
  else await database.rows(END, [admin.id]);
  const [clock] = await database.rows(READ_NOW, []);
  if (!clock) throw new Error('a selection of values returned no row');
  return { desks: await listDesksOnShift(database.pool, now), now: clock.now.toISOString() };
}
