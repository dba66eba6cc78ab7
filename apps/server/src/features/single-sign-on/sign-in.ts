import { randomBytes } from 'node:crypto';
import { MAX_ADMIN_NAME_LENGTH } from '@wayside/contract/profile';
import type { Role } from '@wayside/contract/roles';
import { sentence } from '@wayside/contract/sentences';
import { ObjectId } from 'bson';
import type pg from 'pg';
import { ApiError, conflict, forbidden, unavailable } from '../../api-error.ts';
import type { CallContext } from '../../context.ts';
import { normalizeEmail } from '../../email-address.ts';
import { openSession } from '../../platform/accounts/open-session.ts';
import { hashPassword } from '../../platform/accounts/passwords.ts';
import { recordFailedSignIn, recordSeen, recordSignIn } from '../../platform/accounts/record-sign-in.ts';
import { SYSTEM_ACTOR } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { admins } from '../../platform/db/schema/session.ts';
import { connectIdentity } from './connect.ts';
import { decideSignIn, emailOf, groupsOf, nameOf, type Rejection, roleOf } from './decide-access.ts';
import { findIdentity, isEmailTaken, secondAccount, setRoleFromGroups, storeConfirmation } from './identities.ts';
import type { ProviderIdentity } from './provider.ts';
import { finishRequest, singleSignOnOf } from './sign-in-request.ts';

interface SignInInput {
  readonly request: string;
  readonly response: string;
  /** The user agent of the browser, shown in the list of sessions (TEAM-03). */
  readonly userAgent: string | undefined;
}

/**
 * Opens a session for a person whom the provider has confirmed (SHIP-04). A new person gets an account.
 * @throws 200 with status false if the provider rejects the sign-in; 403 if the person has no role; 409 if another
 *   account has the email
 */
export async function finishSingleSignOn(
  context: CallContext,
  { userAgent, ...input }: SignInInput,
): Promise<{ token: string }> {
  const { database, now } = context;
  const { name } = singleSignOnOf(context);
  const finishing = finishRequest(context, { purpose: 'sign_in', session: null, ...input });
  const { identity, succeed } = await finishing.catch(async (error: unknown) => {
    if (error instanceof ApiError && error.kind === 'invalid_credentials')
      await recordFailedSignIn(context, null, 'single_sign_on');
    throw error;
  });
  // The password is random because a new account has none.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const outcome = await database.transaction((client) =>
    completeSignIn(context, client, { answer: identity, passwordHash, userAgent }),
  );
  if ('rejection' in outcome) {
    await recordFailedSignIn(context, outcome.adminId, 'single_sign_on');
    throw rejectionError(outcome.rejection, name);
  }
  await recordSeen(context, outcome.adminId, now());
  await succeed();
  return { token: outcome.token };
}

type Outcome =
  | { readonly token: string; readonly adminId: string }
  | { readonly rejection: Rejection; readonly adminId: string | null };

interface CompleteSignInInput {
  readonly answer: ProviderIdentity;
  readonly passwordHash: string;
  readonly userAgent: string | undefined;
}

async function completeSignIn(
  context: CallContext,
  client: pg.ClientBase,
  { answer: response, passwordHash, userAgent }: CompleteSignInInput,
): Promise<Outcome> {
  const { issuer, roles, groupsClaim, name } = singleSignOnOf(context);
  const { subject, claims, refreshToken, authenticatedAt } = response;
  if (refreshToken === null) {
    context.log.warn('the identity provider issues no refresh token: see OIDC_SCOPES');
    throw unavailable(sentence('provider_not_set_up', { provider: name }), 60);
  }
  const known = await findIdentity(client, { issuer, subject });
  const role = roleOf(groupsOf(claims, groupsClaim), roles);
  const email = emailOf(claims);
  const decision = decideSignIn({ role, known, email, isEmailTaken: await isEmailTaken(client, email, known) });
  if (decision.action === 'reject') return { rejection: decision.reason, adminId: known?.id ?? null };
  const at = context.now();
  const { identityId, ...admin } =
    decision.action === 'enter'
      ? decision.known
      : await createAdmin(client, { ...decision, name: nameOf(claims), passwordHash, issuer, subject, at });
  await setRoleFromGroups(client, admin, { role: decision.role, at });
  await storeConfirmation(context, client, { id: identityId, refreshToken, at });
  const token = await openSession(context, client, {
    adminId: admin.id,
    passwordHash: null,
    identityId,
    provedAt: authenticatedAt === null || authenticatedAt < at ? authenticatedAt : at,
    userAgent,
    address: context.actor.address,
  });
  if (token === null) throw new Error('the account cannot sign in');
  await recordSignIn(context, client, { id: admin.id, email: admin.email, factor: 'single_sign_on' });
  return { token, adminId: admin.id };
}

interface NewAdmin {
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly passwordHash: string;
  readonly issuer: string;
  readonly subject: string;
  readonly at: Date;
}

/** Creates an administrator without a password. */
async function createAdmin(client: pg.ClientBase, input: NewAdmin) {
  const { email, role, passwordHash, issuer, subject, at } = input;
  const id = new ObjectId().toHexString();
  const name = (input.name ?? email.slice(0, email.lastIndexOf('@'))).slice(0, MAX_ADMIN_NAME_LENGTH);
  const account = { id, email, emailKey: normalizeEmail(email), name, role, createdAt: at };
  await orm(client)
    .insert(admins)
    .values({ ...account, passwordHash, hasPassword: false });
  await recordActivity(client, SYSTEM_ACTOR, at, {
    action: 'created',
    entity: 'admin',
    entityId: id,
    changes: [{ field: 'role', before: null, after: role }],
  });
  const identityId = await connectIdentity(client, SYSTEM_ACTOR, { adminId: id, issuer, subject, at });
  return { id, email, role, identityId };
}

function rejectionError(rejection: Rejection, name: string): ApiError {
  switch (rejection) {
    case 'no_role':
      return forbidden('groups_give_no_access', { provider: name });
    case 'suspended':
      return forbidden('account_suspended');
    case 'no_email':
      return forbidden('no_email_of_provider', { provider: name });
    case 'second_account':
      return secondAccount(name);
    case 'email_taken':
      return conflict('account_has_email', { provider: name });
  }
}
