import { CLAIM_LIFE_SECONDS, type RoadsideDesk } from '@wayside/contract/roadside';
import { isRole, roleMay } from '@wayside/contract/roles';
import type pg from 'pg';
import { z } from 'zod';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { nameOf } from './emergency-statements.ts';

const OPEN_DESKS = defineStatement({
  name: 'open-desks',
  text: `SELECT a.id, ${nameOf('a')} AS name, a.role,
      CASE WHEN d.muted_until > now() THEN d.muted_until END AS "mutedUntil"
    FROM roadside_desks AS d JOIN admins AS a ON a.id = d.admin_id
    WHERE d.seen_at > now() - interval '${CLAIM_LIFE_SECONDS} seconds' AND d.closed_at IS NULL AND a.suspended_at IS NULL
    ORDER BY name, a.id`,
  row: z.object({ id: z.string(), name: z.string(), role: z.string(), mutedUntil: z.nullable(z.date()) }),
  example: [],
});

/** Whose desks are open now, who of them hears nothing, and who may claim (ROAD-02). */
export async function openDesks(database: pg.ClientBase | pg.Pool): Promise<RoadsideDesk[]> {
  const rows = await rowsOf(database, OPEN_DESKS, []);
  return rows.map(({ id, name, role, mutedUntil }) => ({
    id,
    name,
    mutedUntil: mutedUntil?.toISOString() ?? null,
    isAtWork: isRole(role) && roleMay(role, 'roadside:work'),
  }));
}
