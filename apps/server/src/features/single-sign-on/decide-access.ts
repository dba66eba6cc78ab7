import { ROLES, type Role } from '@wayside/contract/roles';
import { isEmail } from '../../email-address.ts';
import type { SingleSignOn } from '../../settings.ts';

/** The claims of an identity token. */
export type Claims = Readonly<Record<string, unknown>>;

/** The groups of a claim, which may be a list or one text. An email gives a role only if the provider has verified it. */
export function groupsOf(claims: Claims, claim: string): string[] {
  if (claim === 'email' && claims['email_verified'] !== true) return [];
  const value = claims[claim];
  const groups: unknown[] = Array.isArray(value) ? value : [value];
  return groups.filter((group) => typeof group === 'string');
}

/** The highest role that the groups give; null without one. */
export function roleOf(groups: readonly string[], roles: SingleSignOn['roles']): Role | null {
  const found = roles.filter(({ group }) => groups.includes(group)).map(({ role }) => role);
  return ROLES.find((role) => found.includes(role)) ?? null;
}

/** The email for a new account. Some providers give it as the user name only. An unverified one is not used. */
export const emailOf = ({
  email,
  email_verified: isVerified,
  preferred_username: userName,
}: Claims): string | null =>
  // Some providers write it as text.
  String(isVerified) === 'false'
    ? null
    : ([email, userName].filter((text) => typeof text === 'string').find(isEmail) ?? null);

/** The name for a new account, as one line. */
export const nameOf = ({ name }: Claims): string | null =>
  (typeof name === 'string' && name.replaceAll(/\p{Cc}+/gu, ' ').trim()) || null;

/** The administrator whom issuer and subject name. */
export interface KnownAdmin {
  readonly isSuspended: boolean;
  /** No one else could sign in as an owner by password. */
  readonly isLastOwner: boolean;
}

/** Why a person may not enter. */
export type Rejection = 'no_role' | 'suspended' | 'no_email' | 'email_taken' | 'second_account';

type SignInDecision<A> =
  | { readonly action: 'reject'; readonly reason: Rejection }
  | { readonly action: 'create'; readonly role: Role; readonly email: string }
  | { readonly action: 'enter'; readonly role: Role; readonly known: A };

interface SignInFacts<A> {
  /** That of the person's groups. */
  readonly role: Role | null;
  readonly known: A | null;
  /** That of a new account. */
  readonly email: string | null;
  /** Whether another account has it. */
  readonly isEmailTaken: boolean;
}

const reject = (reason: Rejection) => ({ action: 'reject', reason }) as const;

/** Decides about a sign-in at the provider. An email opens no existing account, and no one has two accounts of one email (TEAM-06). */
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

/** The provider never demotes the last owner. */
const roleFor = (role: Role, { isLastOwner }: Pick<KnownAdmin, 'isLastOwner'>): Role =>
  isLastOwner ? 'owner' : role;
