import { notSignedIn } from '../api-error.ts';
import type { CallContext, Session } from '../context.ts';

/** The caller's session; every call but the public ones has one. */
export function signedIn({ session }: Pick<CallContext, 'session'>): Session {
  if (session === null) throw notSignedIn();
  return session;
}
