import { ROLES } from '@wayside/contract/roles';
import { SIGN_IN_WAYS } from '@wayside/contract/single-sign-on';
import { MEMBER_STATES, type Member } from '@wayside/contract/team';
import type pg from 'pg';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { signInWaySql } from '../../platform/accounts/identities.ts';
import { LINK_HOURS } from '../../platform/accounts/passwords.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';

// A closed account has no email key and is not listed.
const MEMBERS = `
  SELECT a.id, a.name, a.email, a.role,
    CASE WHEN a.suspended_at IS NOT NULL THEN 'suspended' WHEN l.expires_at IS NOT NULL THEN 'invited' ELSE 'active' END AS state,
    CASE
      WHEN EXISTS (SELECT FROM totp WHERE admin_id = a.id AND confirmed_at IS NOT NULL)
      THEN CASE WHEN EXISTS (SELECT FROM passkeys WHERE admin_id = a.id) THEN 'both' ELSE 'totp' END
      WHEN EXISTS (SELECT FROM passkeys WHERE admin_id = a.id) THEN 'passkey' ELSE 'none' END AS "twoFactor",
    ${signInWaySql('a')} AS "signInWay",
    iso_instant(a.created_at) AS "createdAt", iso_instant(a.suspended_at) AS "suspendedAt",
    iso_instant(greatest(a.last_seen_at, s.last_seen_at)) AS "lastSeenAt",
    iso_instant(l.expires_at - interval '${LINK_HOURS} hours') AS "invitedAt",
    iso_instant(l.expires_at) AS "invitationExpiresAt", coalesce(l.expires_at <= $1, false) AS "isInvitationExpired",
    a.id IS NOT DISTINCT FROM $2 AS "isSelf"
  FROM admins a
  LEFT JOIN LATERAL (SELECT max(expires_at) AS expires_at FROM password_links WHERE admin_id = a.id) l ON true
  LEFT JOIN LATERAL (SELECT max(last_seen_at) AS last_seen_at FROM sessions WHERE admin_id = a.id) s ON true
  WHERE a.email_key IS NOT NULL`;

const row = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  email: z.string(),
  role: z.enum(ROLES),
  state: z.enum(MEMBER_STATES),
  twoFactor: z.enum(['none', 'totp', 'passkey', 'both']),
  signInWay: z.enum(SIGN_IN_WAYS),
  createdAt: z.string(),
  suspendedAt: z.nullable(z.string()),
  lastSeenAt: z.nullable(z.string()),
  invitedAt: z.nullable(z.string()),
  invitationExpiresAt: z.nullable(z.string()),
  isInvitationExpired: z.boolean(),
  isSelf: z.boolean(),
});

const LIST_TEAM = defineStatement({
  name: 'list-team',
  text: `${MEMBERS} ORDER BY a.created_at, a.id`,
  row,
  example: [new Date(0), null],
});
const READ_MEMBER = defineStatement({
  name: 'read-member',
  text: `${MEMBERS} AND a.id = $3`,
  row,
  example: [new Date(0), null, sampleOf('admins')],
});

/** Returns all administrators, oldest first (TEAM-02). @param selfId the caller; null for a command */
export async function listTeam(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  selfId: string | null,
): Promise<{ rows: Member[] }> {
  return { rows: await database.rows(LIST_TEAM, [now(), selfId]) };
}

/** Reads an administrator in a transaction. @throws 404 */
export async function readMember(
  client: pg.ClientBase,
  at: Date,
  { id, selfId }: { readonly id: string; readonly selfId: string | null },
): Promise<Member> {
  const [found] = await rowsOf(client, READ_MEMBER, [at, selfId, id]);
  if (!found) throw notFound('administrator');
  return found;
}
