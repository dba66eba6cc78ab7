import { ROLES, type Role } from '@wayside/contract/roles';
import type pg from 'pg';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { defineStatement, rowsOf, sampleOf } from '../db/statement.ts';
import type { AccessChange, AccessChangeLog } from './access-change-log.ts';

type AdminChange = Extract<AccessChange, { entity: 'admin' }>;

const FIND_UNKNOWN_CHANGES = defineStatement({
  name: 'unknown-access-changes',
  text: `SELECT id FROM unnest($1::text[]) AS given (id) WHERE NOT EXISTS (SELECT FROM activity AS a
      WHERE a.id = split_part(given.id, '-', 1)::bigint AND encode(a.hash, 'hex') = split_part(given.id, '-', 2))`,
  row: z.object({ id: z.string() }),
  example: [['1-ab']],
});
const READ_REPLAYED_AT = defineStatement({
  name: 'access-settled',
  text: "SELECT (SELECT value FROM business_settings WHERE name = 'access_settled') AS at",
  row: z.object({ at: z.nullable(z.string()) }),
  example: [],
});
const STORE_REPLAYED_AT = defineStatement({
  name: 'settle-access',
  text: `INSERT INTO business_settings (name, value) VALUES ('access_settled', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  example: ['2026-03-14T10:00:00Z'],
});

/** The SQL condition that a later entry of this database overrides the change. */
const OVERRULED = `EXISTS (SELECT FROM activity WHERE entity = 'admin' AND entity_id = a.id AND action = ANY ($3) AND at > $2)`;
const ANOTHER_OWNER = `(a.role <> 'owner' OR EXISTS (SELECT FROM admins AS o WHERE o.id <> a.id AND o.role = 'owner' AND o.suspended_at IS NULL
    AND o.has_password AND o.email_key IS NOT NULL AND NOT EXISTS (SELECT FROM password_links WHERE admin_id = o.id)))`;
const admin = z.object({
  id: z.string(),
  email: z.string(),
  roleBefore: z.enum(ROLES),
  isOwnerNeeded: z.boolean(),
});

const FIND_ADMIN = defineStatement({
  name: 'admin-of-access-change',
  text: `SELECT id, email, role AS "roleBefore", NOT ${ANOTHER_OWNER} AS "isOwnerNeeded" FROM admins AS a
    WHERE id = $1 AND suspended_at IS NULL AND NOT ${OVERRULED} FOR UPDATE`,
  row: admin,
  example: [sampleOf('admins'), new Date(0), ['suspended']],
});
const SUSPEND = defineStatement({
  name: 'suspend-again',
  text: `WITH ended AS (DELETE FROM sessions WHERE admin_id = $1), waiting AS (DELETE FROM login_challenges WHERE admin_id = $1)
    UPDATE admins SET suspended_at = $2 WHERE id = $1`,
  example: [sampleOf('admins'), new Date(0)],
});
const SET_ROLE = defineStatement({
  name: 'lower-role-again',
  text: 'UPDATE admins SET role = $2 WHERE id = $1',
  example: [sampleOf('admins'), 'viewer'],
});
const revokedKey = z.object({ id: z.string(), name: z.string() });
const REVOKE = defineStatement({
  name: 'revoke-keys-again',
  text: `UPDATE service_keys SET revoked_at = $2, revoked_by = $3 WHERE ($1::text[] IS NULL OR id = ANY ($1)) AND revoked_at IS NULL
    RETURNING id, name`,
  row: revokedKey,
  example: [null, new Date(0), null],
});
const EXPIRE_LINKS = defineStatement({
  name: 'expire-password-links',
  text: 'UPDATE password_links SET expires_at = $1 WHERE expires_at > $1 RETURNING admin_id AS "adminId"',
  row: z.object({ adminId: z.string() }),
  example: [new Date(0)],
});

/** The access changes that a restore made. */
export const appliedAccess = z.object({
  suspended: z.array(z.object({ id: z.string(), email: z.string() })),
  lowered: z.array(z.object({ id: z.string(), email: z.string(), before: z.enum(ROLES), after: z.enum(ROLES) })),
  /** Owners who keep their access, because no other owner could sign in. */
  neededOwners: z.array(z.string()),
  revokedKeys: z.array(revokedKey),
  endedLinks: z.number(),
});
export type AppliedAccess = z.infer<typeof appliedAccess>;

export const nothingApplied = (): AppliedAccess => ({
  suspended: [],
  lowered: [],
  neededOwners: [],
  revokedKeys: [],
  endedLinks: 0,
});

/** The changes made after the database's state, oldest first, with the way in which they were handled. */
export interface ReplayedAccess {
  readonly changes: readonly AccessChange[];
  readonly applied: AppliedAccess;
}

export interface ReplayAccessInput {
  readonly at: Date;
  /** The actor shown in the list of service keys. */
  readonly by: string | null;
  /**
   * `again` suspends administrators, lowers roles and revokes keys. `all` also revokes all service keys and one-time
   * links, for a restore. `nothing` only reads.
   */
  readonly what: 'again' | 'all' | 'nothing';
  /** Earlier changes are ignored. */
  readonly since: Date | null;
  /** Records the applied changes in the same transaction. */
  readonly conclude: (client: pg.ClientBase, applied: AppliedAccess) => Promise<void>;
}

/** Covers transactions that began before a backup and ended during it. */
const MARGIN_MS = 60_000;

/**
 * Applies the access changes that the outside record contains but the activity log lacks (OWN-09). Only the last
 * change of each administrator is applied, and each change only once.
 */
export async function replayAccess(
  database: Pick<Database, 'rows' | 'transaction'>,
  record: AccessChangeLog,
  input: ReplayAccessInput,
): Promise<ReplayedAccess> {
  const changes = await findChanges(database, record, input.since);
  if (changes.length === 0 && input.what === 'again') return { changes, applied: nothingApplied() };
  const applied = await database.transaction(async (client) => {
    await rowsOf(client, STORE_REPLAYED_AT, [input.at.toISOString()]);
    const done = input.what === 'nothing' ? nothingApplied() : await apply(client, changes, input);
    await input.conclude(client, done);
    return done;
  });
  return { changes, applied };
}

async function findChanges(
  database: Pick<Database, 'rows'>,
  record: AccessChangeLog,
  since: Date | null,
): Promise<AccessChange[]> {
  const [settled] = await database.rows(READ_REPLAYED_AT, []);
  const sinceMs = since === null ? Number.NEGATIVE_INFINITY : since.getTime() - MARGIN_MS;
  const settledMs = settled?.at ? Date.parse(settled.at) : Number.NEGATIVE_INFINITY;
  const unknown = (await database.rows(FIND_UNKNOWN_CHANGES, [await record.ids()])).map(({ id }) => id);
  if (unknown.length === 0) return [];
  const found = await record.get(unknown);
  return found
    .filter(({ at }) => Date.parse(at) > Math.max(sinceMs, settledMs))
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at) || positionOf(one) - positionOf(other));
}

const positionOf = ({ id }: AccessChange): number => Number.parseInt(id, 10);

function lastOf(changes: readonly AccessChange[], actions: readonly AdminChange['action'][]): AdminChange[] {
  const last = new Map<string, AdminChange>();
  for (const change of changes)
    if (change.entity === 'admin' && actions.includes(change.action)) last.set(change.entityId, change);
  return [...last.values()];
}

async function apply(
  client: pg.ClientBase,
  changes: readonly AccessChange[],
  { at, by, what }: ReplayAccessInput,
): Promise<AppliedAccess> {
  const applied = nothingApplied();
  for (const change of lastOf(changes, ['role_changed', 'invited'])) await lowerRole(client, change, applied);
  for (const change of lastOf(changes, ['suspended', 'reactivated'])) await suspend(client, change, applied);
  const revoked = changes.filter(({ entity, action }) => entity === 'service_key' && action === 'revoked');
  const keys = what === 'all' ? null : revoked.map(({ entityId }) => entityId);
  const revokedKeys = await rowsOf(client, REVOKE, [keys, at, by]);
  const links = what === 'all' ? await rowsOf(client, EXPIRE_LINKS, [at]) : [];
  return { ...applied, revokedKeys, endedLinks: links.length };
}

const isLower = (role: Role, than: Role): boolean => ROLES.indexOf(role) > ROLES.indexOf(than);

async function lowerRole(client: pg.ClientBase, change: AdminChange, applied: AppliedAccess): Promise<void> {
  const { entityId, role, at } = change;
  if (role === null) return;
  const [found] = await rowsOf(client, FIND_ADMIN, [entityId, at, ['role_changed', 'invited']]);
  if (!found || !isLower(role, found.roleBefore)) return;
  if (found.isOwnerNeeded) return void applied.neededOwners.push(found.email);
  await rowsOf(client, SET_ROLE, [entityId, role]);
  applied.lowered.push({ id: entityId, email: found.email, before: found.roleBefore, after: role });
}

async function suspend(
  client: pg.ClientBase,
  { entityId, action, at }: AdminChange,
  applied: AppliedAccess,
): Promise<void> {
  if (action !== 'suspended') return;
  const [found] = await rowsOf(client, FIND_ADMIN, [entityId, at, ['suspended', 'reactivated']]);
  if (!found) return;
  if (found.isOwnerNeeded) return void applied.neededOwners.push(found.email);
  await rowsOf(client, SUSPEND, [entityId, at]);
  applied.suspended.push({ id: entityId, email: found.email });
}
