import type { FirstAdmin } from '../features/session/ensure-first-admin.ts';
import { LINK_HOURS } from '../features/session/passwords.ts';

/** The last line of a start: how to sign in (RUN-01). */
export function signInHint({ email, password, linkToken }: FirstAdmin, address: string): string {
  // Behind the #, so that no proxy logs the token.
  if (linkToken !== null)
    return `Set the password of ${email} once, within ${LINK_HOURS} hours: ${address}/set-password#${linkToken}`;
  if (password !== null) return `Sign in as ${email} with the password ${password}`;
  return `Sign in as ${email}; "npm run admin -- create ${email}" sets a new password.`;
}
