import { ownProfile } from '@wayside/contract/session';
import { call } from './api.ts';
import { isOwnServer } from './config.ts';
import { queryClient } from './query-client.ts';
import {
  checkSession,
  endSession,
  type Identity,
  type Interruption,
  interruptSession,
  requestToken,
  resumeSession,
  type SecondStep,
  sessionStatus,
  signedInIdentity,
} from './session.ts';
import { adoptToken, readStoredToken, readToken, saveToken } from './token.ts';
import { hasUnsavedInput } from './unsaved-input.ts';

const SOMEBODY_ELSE = 'This is another administrator. What was typed is not sent.';

/** Follows another tab that has signed in with this token, or signed out (EDIT-02). */
export async function follow(token: string | null): Promise<void> {
  const status = sessionStatus();
  if (token === null) {
    interruptOrEnd('logout');
    return;
  }
  if (token === readToken() && status === 'signed-in') return;
  if (status !== 'signed-in' && status !== 'interrupted') return checkSession();
  const other = await profileOf(token);
  // A later token has its own event.
  if (other === null || token !== readStoredToken()) return;
  if (isSame(other, signedInIdentity())) goOn(token);
  else if (hasUnsavedInput()) interruptOrEnd('replaced', other.email);
  else endSession('replaced');
}

/** After a 401: another tab may have signed in again already; otherwise the session has ended. */
export async function followUnauthorized(): Promise<void> {
  const stored = readStoredToken();
  const before = readToken();
  if (stored !== null && stored !== before) await follow(stored);
  if (readToken() === before) interruptOrEnd('expired');
}

/**
 * Signs the same administrator in again; the screen keeps what was typed.
 * @returns null on success, else the message or the second step
 */
export async function signInAgain({ email }: Interruption, password: string): Promise<string | SecondStep | null> {
  const answer = await requestToken({ email, password });
  if ('failure' in answer) return answer.failure;
  return 'challenge' in answer ? answer : goOnWith(answer.token);
}

/**
 * Continues with a new session.
 * @returns null on success, else the message
 */
export async function goOnWith(token: string): Promise<string | null> {
  const found = await profileOf(token);
  if (found !== null && !isSame(found, signedInIdentity())) {
    endSession('expired');
    return SOMEBODY_ELSE;
  }
  saveToken(token);
  goOn(token);
  return null;
}

/** Continues with another token of the same administrator, and repeats failed requests. */
function goOn(token: string): void {
  const wasInterrupted = sessionStatus() === 'interrupted';
  adoptToken(token);
  resumeSession();
  if (wasInterrupted)
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

/** Asks for the password if typed input would be lost and the email is known; otherwise ends the session. */
function interruptOrEnd(reason: Interruption['reason'], otherEmail: string | null = null): void {
  const status = sessionStatus();
  const email = signedInIdentity()?.email ?? null;
  const canAsk = isOwnServer() && email !== null && hasUnsavedInput();
  const isAsking = status === 'interrupted' && reason !== 'replaced';
  if (isAsking) return;
  if (canAsk && (status === 'signed-in' || status === 'interrupted'))
    interruptSession({ reason, email, otherEmail });
  else if (reason !== 'replaced') endSession(reason);
}

/** The administrator of a token; null if it is unknown. */
async function profileOf(token: string): Promise<Identity | null> {
  const { profile } = await call(ownProfile, { token }).catch(() => ({ profile: null }));
  return profile;
}

function isSame(one: Identity, other: Identity | null): boolean {
  if (other === null) return false;
  if (one.id !== null && other.id !== null) return one.id === other.id;
  return one.email !== null && one.email.trim().toLowerCase() === other.email?.trim().toLowerCase();
}
