import type { Caller, Session } from '../context.ts';
import { notSignedIn } from '../refusal.ts';

/** The caller's session; every call but the public ones has one. */
export function signedIn(caller: Caller): Session {
  if (caller.session === null) throw notSignedIn();
  return caller.session;
}
