import { eq, inArray, ne } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { endSessions } from '../../platform/accounts/passwords.ts';
import { SYSTEM_ACTOR } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { claimNextSql, runQueue } from '../../platform/db/queue.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { adminIdentities, sessions } from '../../platform/db/schema/session.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import type { Settings, SingleSignOn } from '../../settings.ts';
import { decideSignIn, emailOf, groupsOf, roleOf } from './decide-access.ts';
import {
  CHECK_EVERY_MS,
  decryptRefreshToken,
  findIdentity,
  isEmailTaken,
  isRefreshToken,
  replaceRefreshToken,
  setRoleFromGroups,
  storeConfirmation,
} from './identities.ts';
import { ProviderError, type ProviderIdentity, refreshAccess } from './provider.ts';

const POLL_MS = 5_000;
const WORKERS = 4;

// Claiming an identity also postpones it: if the node is killed, the identity is checked again at its next check
// time.
const CLAIM = defineStatement({
  name: 'claim-identity',
  text: claimNextSql(
    {
      table: 'admin_identities',
      due: `next_check_at <= $1 AND issuer = $2 AND refresh_token IS NOT NULL
        AND EXISTS (SELECT FROM sessions WHERE admin_id = admin_identities.admin_id AND expires_at > $1)`,
      order: 'next_check_at',
    },
    `next_check_at = $1::timestamptz + interval '${CHECK_EVERY_MS} milliseconds'`,
    'SELECT id, subject, refresh_token AS "refreshToken" FROM claimed',
  ),
  row: z.object({ id: z.string(), subject: z.string(), refreshToken: z.string() }),
  example: [new Date('2099-01-01'), 'https://login.example.test/'],
});

type CheckContext = Pick<AppContext, 'database' | 'keys' | 'log' | 'now'> & {
  readonly singleSignOn: SingleSignOn;
  readonly signal?: AbortSignal;
};

/**
 * Repeatedly checks every signed-in person with the provider (SHIP-04).
 * @param context without single sign-on, the sessions of an earlier provider end
 * @returns a function that stops the job
 */
export const checkIdentitiesRepeatedly = ({
  singleSignOn,
  ...context
}: Omit<CheckContext, 'singleSignOn'> & Pick<Settings, 'singleSignOn'>): (() => Promise<void>) =>
  runQueue({
    log: context.log,
    failure:
      singleSignOn === null
        ? 'the sessions of an earlier identity provider could not be ended'
        : 'the identity provider cannot be asked who still has access; sessions go on',
    pollMs: POLL_MS,
    workers: WORKERS,
    prepare: () => endSessionsOfOtherProviders(context, singleSignOn?.issuer ?? null),
    processNext: async (signal) =>
      singleSignOn !== null && (await checkNextIdentity({ ...context, singleSignOn, signal })),
  });

/**
 * Ends the sessions that a former provider opened, because they can no longer be checked. @param issuer null if there
 * is no provider
 */
export function endSessionsOfOtherProviders(
  { database, now }: Pick<CheckContext, 'database' | 'now'>,
  issuer: string | null,
): Promise<void> {
  return database.transaction(async (client) => {
    const others = orm(client)
      .select({ id: adminIdentities.id })
      .from(adminIdentities)
      .where(issuer === null ? undefined : ne(adminIdentities.issuer, issuer));
    const ended = await orm(client)
      .delete(sessions)
      .where(inArray(sessions.identityId, others))
      .returning({ adminId: sessions.adminId });
    for (const adminId of new Set(ended.map((session) => session.adminId)))
      await recordEndedSessions(client, {
        adminId,
        at: now(),
        count: ended.filter((session) => session.adminId === adminId).length,
      });
  });
}

/**
 * Checks the next person with the provider. Sets their role from their groups. Ends their sessions if they have no
 * access or a second account. @returns whether a check was due @throws ProviderError, without changes, if the
 * provider does not respond
 */
export async function checkNextIdentity(context: CheckContext): Promise<boolean> {
  const { database, singleSignOn, now } = context;
  const { issuer } = singleSignOn;
  const [claimed] = await database.rows(CLAIM, [now(), issuer]);
  if (!claimed) return false;
  const { id, subject } = claimed;
  let refreshToken = await decryptRefreshToken(context, { id, stored: claimed.refreshToken });
  const storeNext = async (next: string) => {
    if (await replaceRefreshToken(context, { id, used: refreshToken, next })) refreshToken = next;
  };
  const response = await askAbout({ ...context, storeNext }, { subject, refreshToken });
  await database.transaction(async (client) => {
    const identity = await findIdentity(client, { issuer, subject });
    // After a new sign-in, the response belongs to an earlier refresh token and is ignored.
    const stored = identity?.refreshToken ?? null;
    if (identity === null || !(await isRefreshToken(context, { id, stored }, refreshToken))) return;
    const at = now();
    const claims = response?.claims ?? {};
    const role = roleOf(groupsOf(claims, singleSignOn.groupsClaim), singleSignOn.roles);
    const email = emailOf(claims);
    const taken = await isEmailTaken(client, email, identity);
    const decision = decideSignIn({ role, known: identity, email, isEmailTaken: taken });
    if (decision.action !== 'enter') return endAccess(client, { id, adminId: identity.id, at });
    await setRoleFromGroups(client, identity, { role: decision.role, at });
    await storeConfirmation(context, client, { id, refreshToken: null, at });
  });
  return true;
}

/** @returns null if the person no longer has access */
async function askAbout(
  context: Parameters<typeof refreshAccess>[0],
  input: Parameters<typeof refreshAccess>[1],
): Promise<ProviderIdentity | null> {
  try {
    return await refreshAccess(context, input);
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'rejected') return null;
    throw error;
  }
}

interface EndedAccess {
  readonly id: string;
  readonly adminId: string;
  readonly at: Date;
}

/** Ends all sessions, including sessions opened with a password. An owner may sign in again with their password. */
async function endAccess(client: pg.ClientBase, { id, adminId, at }: EndedAccess): Promise<void> {
  await orm(client).update(adminIdentities).set({ refreshToken: null }).where(eq(adminIdentities.id, id));
  const count = await endSessions(client, adminId);
  if (count > 0) await recordEndedSessions(client, { adminId, at, count });
}

const recordEndedSessions = (
  client: pg.ClientBase,
  { adminId, at, count }: { readonly adminId: string; readonly at: Date; readonly count: number },
): Promise<unknown> =>
  recordActivity(client, SYSTEM_ACTOR, at, {
    action: 'sessions_ended',
    entity: 'admin',
    entityId: adminId,
    changes: [{ field: 'sessions', before: null, after: count }],
  });
