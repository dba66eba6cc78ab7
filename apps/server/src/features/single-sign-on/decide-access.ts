import { ROLES, type Role } from '@wayside/contract/roles';
import { isEmail } from '../../email-address.ts';
import type { SingleSignOn } from '../../settings.ts';

/** The claims of an identity token. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Returns the groups in a claim, which may be a list or a string. An email counts only if the provider has verified
 * it.
 */
export function groupsOf(claims: Claims, claim: string): string[] {
  if (claim === 'email' && claims['email_verified'] !== true) return [];
  const value = claims[claim];
  const groups: unknown[] = Array.isArray(value) ? value : [value];
  return groups.filter((group) => typeof group === 'string');
}

/** Returns the highest role that the groups grant; null if they grant none. */
export function roleOf(groups: readonly string[], roles: SingleSignOn['roles']): Role | null {
  const found = roles.filter(({ group }) => groups.includes(group)).map(({ role }) => role);
  return ROLES.find((role) => found.includes(role)) ?? null;
}

/**
 * Returns the email for a new account. Some providers send it only as the user name. An unverified email is not used.
 */
export const emailOf = ({
  email,
  email_verified: isVerified,
  preferred_username: userName,
}: Claims): string | null =>
  // Some providers send the claim as a string.
  String(isVerified) === 'false'
    ? null
    : ([email, userName].filter((text) => typeof text === 'string').find(isEmail) ?? null);

/** Returns the name for a new account, on one line. */
export const nameOf = ({ name }: Claims): string | null =>
  (typeof name === 'string' && name.replaceAll(/\p{Cc}+/gu, ' ').trim()) || null;

/** The administrator whom the issuer and subject identify. */
export interface KnownAdmin {
  readonly isSuspended: boolean;
  /** Whether no other owner could sign in with a password. */
  readonly isLastOwner: boolean;
}

/** The reasons why a person is not admitted. */
export type Rejection = 'no_role' | 'suspended' | 'no_email' | 'email_taken' | 'second_account';

type SignInDecision<A> =
  | { readonly action: 'reject'; readonly reason: Rejection }
  | { readonly action: 'create'; readonly role: Role; readonly email: string }
  | { readonly action: 'enter'; readonly role: Role; readonly known: A };

interface SignInFacts<A> {
  /** The role from the person's groups. */
  readonly role: Role | null;
  readonly known: A | null;
  /** The email for a new account. */
  readonly email: string | null;
  /** Whether another account has the email. */
  readonly isEmailTaken: boolean;
}

const reject = (reason: Rejection) => ({ action: 'reject', reason }) as const;

/**
 * Decides on a sign-in at the provider. An email does not give access to an existing account, and a person never gets
 * two accounts with the same email (TEAM-06).
 */
export function decideSignIn<A extends KnownAdmin>({
  role,
  known,
  email,
  isEmailTaken,
}: SignInFacts<A>): SignInDecision<A> {
  if (role === null) return reject('no_role');
  if (known?.isSuspended) return reject('suspended');
  if (known && isEmailTaken) return reject('second_account');
  if (known) return { action: 'enter', role: roleFor(role, known), known };
  if (email === null) return reject('no_email');
  return isEmailTaken ? reject('email_taken') : { action: 'create', role, email };
}

/** Returns the role to set. The provider never demotes the last owner. */
const roleFor = (role: Role, { isLastOwner }: Pick<KnownAdmin, 'isLastOwner'>): Role =>
  isLastOwner ? 'owner' : role;
