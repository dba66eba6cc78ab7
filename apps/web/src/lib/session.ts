import {
  login,
  logout,
  ownProfile,
  type Profile,
  type SecondFactorMethod,
  setPassword,
} from '@wayside/contract/session';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import type { Permission } from '@wayside/contract/wire/permissions';
import { create } from 'zustand';
import { call, onUnauthorized } from './api.ts';
import { ApiError, isWorthRetrying } from './api-error.ts';
import { isOwnServer } from './config.ts';
import { createListeners } from './listeners.ts';
import { adoptPreferences, forgetPreferences } from './preferences.ts';
import { queryClient } from './query-client.ts';
import { adoptViews } from './saved-views.ts';
import {
  adoptToken,
  clearLocalStorage,
  onTokenChanged,
  readStoredToken,
  readToken,
  removeToken,
  saveToken,
} from './token.ts';
import { hasUnsavedInput } from './unsaved-input.ts';

/** Makes the pending calls now; resolves when they have ended, whether they succeeded or not. */
type Finish = () => Promise<unknown>;

const pending = new Set<Finish>();

/** Registers calls that are made later, so that signing out makes them first. @returns removes them again */
export function addPendingCalls(finish: Finish): () => void {
  pending.add(finish);
  return () => pending.delete(finish);
}

/** Makes every pending call; null if there is none. */
export function finishPendingCalls(): Promise<unknown> | null {
  if (pending.size === 0) return null;
  return Promise.allSettled([...pending].map((finish) => finish()));
}

const KEY = 'wayside_permissions';

/**
 * What the administrator of the stored token may do, as this browser last saw it; null where it is not known. A
 * screen can be opened before the profile is there (TEAM-01).
 */
function readKnownPermissions(): readonly unknown[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return Array.isArray(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Stores what the profile says; null where the provider has no permissions. */
function storeKnownPermissions(permissions: readonly string[] | null): void {
  try {
    if (permissions === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(permissions));
  } catch {
  }
}

/**
 * `checking`: the stored token is being checked; `unreachable`: the check failed and the token stays (AUTH-07);
 * `interrupted`: the session has ended while a form holds typed input, so that the screen stays and asks for the
 * password (EDIT-02).
 */
export type SessionStatus = 'checking' | 'signed-in' | 'interrupted' | 'signed-out' | 'unreachable';

/**
 * Why a session ends: a logout here or in another tab, a 401, a token that is not valid, one that could not be
 * checked, or another administrator who has signed in in another tab.
 */
export type SessionEnd = 'logout' | 'expired' | 'failed' | 'unreachable' | 'replaced';

/** Why the screen asks for the password, whose it is, and who has signed in elsewhere instead. */
export interface Interruption {
  readonly reason: 'expired' | 'logout' | 'replaced';
  readonly email: string;
  readonly otherEmail: string | null;
}

/** An administrator, for comparison, and what they may do; null where that is not known (TEAM-01). */
export type Identity = Pick<Profile, 'id' | 'email' | 'permissions' | 'mustSetUpTwoFactor'> &
  Partial<Pick<Profile, 'name' | 'role'>>;

/** What the server asks for after a right password (TEAM-04). */
export interface SecondStep {
  readonly email: string;
  readonly challenge: string;
  readonly methods: readonly SecondFactorMethod[];
}

const QUICK_RETRY_MS = 300;
const UNAUTHORIZED = 401;
const INVALID_CREDENTIALS = 'Invalid credentials';
const UNABLE_TO_CONNECT = 'Unable to connect to server. Please try again.';

interface SessionState {
  readonly status: SessionStatus;
  readonly interruption: Interruption | null;
  /** Who is signed in, as far as the provider says it. */
  readonly identity: Identity | null;
}

const useSessionStore = create<SessionState>()(() => ({
  status: 'signed-out',
  interruption: null,
  identity: null,
}));
const { getState, setState } = useSessionStore;
const sessionEnds = createListeners<[end: SessionEnd]>();

export const sessionStatus = (): SessionStatus => getState().status;

/** Calls `listener` on every change; returns a function that unsubscribes it. */
export const subscribeToSession = (listener: () => void): (() => void) => useSessionStore.subscribe(listener);

/**
 * Starts the session: reads and checks the stored token, and follows its end here and in other tabs.
 * @param onEnd navigates to the right page when a session ends or cannot be checked
 */
export function startSession(onEnd: (end: SessionEnd) => void): void {
  sessionEnds.subscribe(onEnd);
  onUnauthorized(() => {
    const isReplaced = readStoredToken() !== readToken();
    if (isReplaced || hasUnsavedInput()) continueSession((it) => it.followUnauthorized(), 'expired');
    else endSession('expired');
  });
  onTokenChanged((token) => {
    if (token === null && !hasUnsavedInput()) endSession('logout');
    else continueSession((it) => it.follow(token), null);
  });
  if (readToken() && sessionStatus() !== 'signed-in') void checkSession();
}

/** Asks for the password in place or follows another tab (EDIT-02), by code that loads when it is needed. */
function continueSession(
  how: (continuation: typeof import('./continue-session.ts')) => Promise<void>,
  otherwise: 'expired' | null,
): void {
  import('./continue-session.ts').then(how).catch((error: unknown) => {
    console.error('the session could not be continued', error);
    if (otherwise !== null) endSession(otherwise);
  });
}

/** Checks the stored token by fetching the own profile (AUTH-06), with one quick retry if that can help (AUTH-07). */
export async function checkSession(): Promise<void> {
  if (sessionStatus() !== 'unreachable') setState({ status: 'checking' });
  adoptToken(readStoredToken());
  try {
    setState({ identity: await fetchProfile(), status: 'signed-in' });
  } catch (error) {
    console.error('Auth check failed', error);
    if (!isWorthRetrying(error)) return endSession('failed');
    if (sessionStatus() !== 'unreachable') sessionEnds.notify('unreachable');
    setState({ status: 'unreachable' });
    // The calls of the screen that was left, and their retries.
    void queryClient.cancelQueries();
  }
}

async function fetchProfile(): Promise<Identity | null> {
  const { profile } = await call(ownProfile).catch(async (error: unknown) => {
    if (!isWorthRetrying(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, QUICK_RETRY_MS));
    return call(ownProfile);
  });
  adoptPreferences(profile?.preferences ?? null);
  adoptViews(profile?.views ?? null);
  storeKnownPermissions(profile?.permissions ?? null);
  return profile;
}

/** Signs in; null on success, else the message for the person (AUTH-04, AUTH-05) or the second step (TEAM-04). */
export async function signIn(credentials: {
  email: string;
  password: string;
}): Promise<string | SecondStep | null> {
  const answer = await requestToken(credentials);
  if ('failure' in answer) return answer.failure;
  if ('challenge' in answer) return answer;
  await enterSession(answer.token, credentials.email);
  return null;
}

/** Enters the session that a login has opened. */
export async function enterSession(token: string, email: string): Promise<void> {
  saveToken(token);
  const unknown: Identity = { id: null, email, permissions: null, mustSetUpTwoFactor: false };
  // If this fails, nothing is hidden, and the server rejects what the role may not do.
  const identity = isOwnServer() ? await fetchProfile().catch(() => unknown) : unknown;
  setState({ identity, status: 'signed-in' });
}

/** Opens a session, which the caller enters, or begins its second step. */
export async function requestToken(credentials: {
  email: string;
  password: string;
}): Promise<{ token: string } | SecondStep | { failure: string }> {
  try {
    const { token, message, challenge, methods } = await call(login, { body: credentials });
    if (token) return { token };
    if (challenge) return { email: credentials.email, challenge, methods: methods ?? [] };
    // Neither an error nor a session (AUTH-03).
    return { failure: message ?? INVALID_CREDENTIALS };
  } catch (error) {
    return { failure: loginFailure(error) };
  }
}

/** What a person reads about a login that failed (AUTH-04, AUTH-05). */
export function loginFailure(error: unknown): string {
  if (!(error instanceof ApiError) || isWorthRetrying(error)) return UNABLE_TO_CONNECT;
  // An error without a message means wrong credentials; another status means that the address is no login.
  const isApiError = error.kind === 'rejected' || error.status === UNAUTHORIZED;
  return error.serverMessage ?? (isApiError ? INVALID_CREDENTIALS : UNABLE_TO_CONNECT);
}

/** Ends the session here and, if the server can, there (AUTH-10). The answer of the server has no effect here. */
export function signOut(): void {
  const token = readToken();
  // Pending calls are made with the token before it is cleared, and end before it is no longer valid.
  const finished = finishPendingCalls();
  const end = () => call(logout, token === null ? {} : { token }).catch(() => undefined);
  if (isOwnServer()) void (finished === null ? end() : finished.then(end));
  endSession('logout');
}

/** Who is signed in, as far as it is known. */
export const signedInIdentity = (): Identity | null => getState().identity;

export const useIdentity = (): Identity | null => useSessionStore(({ identity }) => identity);

/** Stores who is signed in, as the server reports it now. @returns false if nobody is signed in any more */
export function adoptIdentity(identity: Identity): boolean {
  if (sessionStatus() !== 'signed-in') return false;
  setState({ identity });
  return true;
}

/**
 * Whether the administrator has a permission, or that of a call, as far as it is known: before the profile is
 * there, as this browser last saw it, and against another provider every one (TEAM-01). The server decides; this
 * only says what to show and ask for.
 */
export function may(needed: Pick<Endpoint, 'permission'> | Permission): boolean {
  const { identity } = getState();
  const permissions = identity === null ? readKnownPermissions() : identity.permissions;
  return permissions?.includes(typeof needed === 'string' ? needed : needed.permission) ?? true;
}

/** `may`, for components: they are drawn again when the permissions change. */
export function useMay(): typeof may {
  useSessionStore(({ identity }) => identity?.permissions);
  return may;
}

/** Whether the administrator can do nothing before a second factor is set up (TEAM-04). */
export function useMustSetUpTwoFactor(): boolean {
  return useSessionStore(({ identity }) => identity?.mustSetUpTwoFactor ?? false);
}

/** Lets the screen stay and ask for the password. */
export function interruptSession(why: Interruption): void {
  setState({ interruption: why, status: 'interrupted' });
}

export function resumeSession(): void {
  setState({ interruption: null, status: 'signed-in' });
}

/** Ends the session and leaves the screen. */
export function endSession(reason: Exclude<SessionEnd, 'unreachable'>): void {
  if (sessionStatus() === 'signed-out') return;
  const signedOut: SessionState = { status: 'signed-out', interruption: null, identity: null };
  // The session of the other administrator stays.
  if (reason === 'replaced') {
    setState(signedOut);
    sessionEnds.notify(reason);
    return;
  }
  if (reason === 'failed') removeToken();
  else clearLocalStorage();
  forgetPreferences();
  queryClient.clear();
  sessionEnds.notify(reason);
  setState(signedOut);
}

/** The state of the session; re-renders on change. */
export const useSession = (): SessionStatus => useSessionStore(({ status }) => status);

/** Why the screen asks for the password; null while it does not. */
export const useInterruption = (): Interruption | null => useSessionStore(({ interruption }) => interruption);

/** Sets a password by a one-time link (PRIV-07). */
export const sendPassword = (token: string, password: string) => call(setPassword, { body: { token, password } });
