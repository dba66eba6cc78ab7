import { login, logout, ownProfile } from '@wayside/contract/session';
import { useSyncExternalStore } from 'react';
import { call, handleUnauthorized } from './api.ts';
import { ApiError, isWorthRetrying } from './api-error.ts';
import { hasExtension } from './config.ts';
import { queryClient } from './query-client.ts';
import { clearLocalStorage, onTokenRemoved, readToken, removeToken, saveToken } from './token.ts';

/**
 * `checking`: the stored token is being checked; `unreachable`: the check failed and the token stays (AUTH-07).
 */
export type SessionStatus = 'checking' | 'signed-in' | 'signed-out' | 'unreachable';

/**
 * Why a session ends: a logout here or in another tab, a 401, a token that is not valid, or one that could not be
 * checked.
 */
export type SessionEnd = 'logout' | 'expired' | 'failed' | 'unreachable';

type EndListener = (end: SessionEnd) => void;

const QUICK_RETRY_MS = 300;
const UNAUTHORIZED = 401;
const INVALID_CREDENTIALS = 'Invalid credentials';
const UNABLE_TO_CONNECT = 'Unable to connect to server. Please try again.';

let status: SessionStatus = 'signed-out';
let announceEnd: EndListener = () => undefined;
const listeners = new Set<() => void>();

/** The state of the session now. */
export function sessionStatus(): SessionStatus {
  return status;
}

/** Calls `listener` on every change; returns a function that unsubscribes it. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Starts the session: reads and checks the stored token, and listens for its end here and in other tabs.
 * @param onEnd navigates to the right page when a session ends or cannot be checked
 */
export function startSession(onEnd: EndListener): void {
  announceEnd = onEnd;
  handleUnauthorized(() => end('expired'));
  onTokenRemoved(() => end('logout'));
  if (readToken() && status !== 'signed-in') void checkSession();
}

/** Checks the stored token by fetching the own profile (AUTH-06), with one quick retry if that can help (AUTH-07). */
export async function checkSession(): Promise<void> {
  if (status !== 'unreachable') enter('checking');
  try {
    await fetchProfile();
    enter('signed-in');
  } catch (error) {
    console.error('Auth check failed', error);
    if (!isWorthRetrying(error)) return end('failed');
    if (status !== 'unreachable') announceEnd('unreachable');
    enter('unreachable');
    // The calls of the screen that was left, and their retries.
    void queryClient.cancelQueries();
  }
}

async function fetchProfile(): Promise<void> {
  try {
    await call(ownProfile);
  } catch (error) {
    if (!isWorthRetrying(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, QUICK_RETRY_MS));
    await call(ownProfile);
  }
}

/** Signs in; null on success, else the message for the person (AUTH-04, AUTH-05). */
export async function signIn(credentials: { email: string; password: string }): Promise<string | null> {
  try {
    const { token, message } = await call(login, { body: credentials });
    // Neither an error nor a session (AUTH-03).
    if (token === null) return message ?? INVALID_CREDENTIALS;
    saveToken(token);
    enter('signed-in');
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || isWorthRetrying(error)) return UNABLE_TO_CONNECT;
    // An error without a message means wrong credentials; another status means that the address is no login.
    const isApiError = error.kind === 'rejected' || error.status === UNAUTHORIZED;
    return error.serverMessage ?? (isApiError ? INVALID_CREDENTIALS : UNABLE_TO_CONNECT);
  }
}

/** Ends the session here and, if the server can, there (AUTH-10). The answer of the server has no effect here. */
export function signOut(): void {
  // The call reads the token before the next line clears it.
  if (hasExtension('logout')) call(logout).catch(() => undefined);
  end('logout');
}

function end(reason: Exclude<SessionEnd, 'unreachable'>): void {
  if (status === 'signed-out') return;
  if (reason === 'failed') removeToken();
  else clearLocalStorage();
  queryClient.clear();
  // Navigates before anything is drawn without a session.
  announceEnd(reason);
  enter('signed-out');
}

function enter(next: SessionStatus): void {
  status = next;
  for (const listener of listeners) listener();
}

/** The state of the session; re-renders on change. */
export function useSession(): SessionStatus {
  return useSyncExternalStore(subscribeToSession, sessionStatus);
}
