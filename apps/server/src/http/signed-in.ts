import { notSignedIn } from '../api-error.ts';
import type { Actor, Caller, Session } from '../context.ts';

/** The caller's session; every call but the public ones has one. */
export function signedIn(caller: Caller): Session {
  if (caller.session === null) throw notSignedIn();
  return caller.session;
}

/** Who calls, as the activity log names them. */
export function actorOf(caller: Caller): Actor {
  const { admin } = signedIn(caller);
  return { id: admin.id, email: admin.email, address: caller.address };
}
