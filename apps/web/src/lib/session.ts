import type { Role } from '@wayside/contract/roles';
import {
  logInToDemo,
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
import { msg, t } from '../languages/text.ts';
import { call, onUnauthorized } from './api.ts';
import { ApiError, isWorthRetrying } from './api-error.ts';
import { adoptLanguage } from './choose-language.ts';
import { config, isOwnServer } from './config.ts';
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

type Finish = () => Promise<unknown>;

const pending = new Set<Finish>();

/**
 * Registers pending calls to be sent before the session ends.
 * @returns a function that unregisters them
 */
export function addPendingCalls(finish: Finish): () => void {
  pending.add(finish);
  return () => pending.delete(finish);
}

const KEY = 'wayside_permissions';

/** Returns the permissions stored in this browser, used until the profile is loaded (TEAM-01); null if unknown. */
function readKnownPermissions(): readonly unknown[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return Array.isArray(stored) ? stored : null;
  } catch {
    return null;
  }
}

function storeKnownPermissions(permissions: readonly string[] | null): void {
  try {
    if (permissions === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(permissions));
  } catch {
    // Without storage, the next profile response contains the permissions.
  }
}

/**
 * `unreachable`: the token could not be checked and stays stored (AUTH-07). `interrupted`: the session has ended
 * while a form has input, so the screen asks for the password (EDIT-02).
 */
export type SessionStatus = 'checking' | 'signed-in' | 'interrupted' | 'signed-out' | 'unreachable';

/** `failed`: the token is not valid. `replaced`: another administrator has signed in in another tab. */
export type SessionEnd = 'logout' | 'expired' | 'failed' | 'unreachable' | 'replaced';

export interface Interruption {
  readonly reason: 'expired' | 'logout' | 'replaced';
  readonly email: string;
  readonly otherEmail: string | null;
}

export type Identity = Pick<Profile, 'id' | 'email' | 'permissions' | 'mustSetUpTwoFactor'> &
  Partial<Pick<Profile, 'name' | 'role'>>;

/** A login that requires a second factor (TEAM-04). */
export interface SecondStep {
  readonly email: string;
  readonly challenge: string;
  readonly methods: readonly SecondFactorMethod[];
}

const QUICK_RETRY_MS = 300;
const UNAUTHORIZED = 401;
const INVALID_CREDENTIALS = msg('Invalid credentials');
const UNABLE_TO_CONNECT = msg('Unable to connect to server. Please try again.');

interface SessionState {
  readonly status: SessionStatus;
  readonly interruption: Interruption | null;
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

export const subscribeToSession = (listener: () => void): (() => void) => useSessionStore.subscribe(listener);

/**
 * Checks the stored token and watches for the end of the session, in this tab and in others.
 * @param onEnd navigates when the session ends or cannot be checked
 * @param isNeeded whether the page needs a session; otherwise the stored token is not checked
 */
export function startSession(onEnd: (end: SessionEnd) => void, isNeeded: boolean): void {
  sessionEnds.subscribe(onEnd);
  onUnauthorized(() => {
    const isReplaced = readStoredToken() !== readToken();
    if (isReplaced || hasUnsavedInput()) void followUnauthorized();
    else endSession('expired');
  });
  onTokenChanged((token) => {
    if (token === null && !hasUnsavedInput()) endSession('logout');
    else void followToken(token);
  });
  if (isNeeded && readToken() && sessionStatus() !== 'signed-in') void checkSession();
}

/**
 * Checks the stored token by fetching the user's profile (AUTH-06), with one quick retry if that can help (AUTH-07).
 */
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
  await adoptLanguage(profile?.preferences?.language ?? null);
  adoptViews(profile?.views ?? null);
  storeKnownPermissions(profile?.permissions ?? null);
  return profile;
}

/**
 * Signs in.
 * @returns null on success, otherwise an error message (AUTH-04, AUTH-05) or the second step (TEAM-04)
 */
export async function signIn(credentials: {
  email: string;
  password: string;
}): Promise<string | SecondStep | null> {
  const response = await requestToken(credentials);
  if ('failure' in response) return response.failure;
  if ('challenge' in response) return response;
  await enterSession(response.token, credentials.email);
  return null;
}

/**
 * Signs in to a public demo (SHIP-06).
 * @returns null on success, otherwise an error message
 */
export async function signInToDemo(role: Role): Promise<string | null> {
  try {
    const { token, email } = await call(logInToDemo, { body: { role } });
    await enterSession(token, email);
    return null;
  } catch (error) {
    return loginFailure(error);
  }
}

/** Enters the session that a login has opened. */
export async function enterSession(token: string, email: string): Promise<void> {
  saveToken(token);
  const unknown: Identity = { id: null, email, permissions: null, mustSetUpTwoFactor: false };
  // If the profile cannot be loaded, the web app hides nothing; the server still checks permissions.
  const identity = isOwnServer() ? await fetchProfile().catch(() => unknown) : unknown;
  setState({ identity, status: 'signed-in' });
}

export async function requestToken(credentials: {
  email: string;
  password: string;
}): Promise<{ token: string } | SecondStep | { failure: string }> {
  try {
    const { token, message, challenge, methods } = await call(login, { body: credentials });
    if (token) return { token };
    if (challenge) return { email: credentials.email, challenge, methods: methods ?? [] };
    return { failure: message ?? t(INVALID_CREDENTIALS) };
  } catch (error) {
    return { failure: loginFailure(error) };
  }
}

/** Returns the message of a failed login (AUTH-04, AUTH-05). */
export function loginFailure(error: unknown): string {
  if (!(error instanceof ApiError) || isWorthRetrying(error)) return t(UNABLE_TO_CONNECT);
  const isApiError = error.kind === 'rejected' || error.status === UNAUTHORIZED;
  return error.serverMessage ?? t(isApiError ? INVALID_CREDENTIALS : UNABLE_TO_CONNECT);
}

/** Ends the session in the browser and on the server. The server's response has no effect (AUTH-10). */
export function signOut(): void {
  const token = readToken();
  // Pending calls use the token before the logout invalidates it.
  const finished = pending.size === 0 ? null : Promise.allSettled([...pending].map((finish) => finish()));
  const end = () => call(logout, token === null ? {} : { token }).catch(() => undefined);
  if (isOwnServer()) void (finished === null ? end() : finished.then(end));
  endSession('logout');
}

export const signedInIdentity = (): Identity | null => getState().identity;

export const useIdentity = (): Identity | null => useSessionStore(({ identity }) => identity);

/** Replaces the identity of the signed-in user. @returns false if no user is signed in any more */
export function adoptIdentity(identity: Identity): boolean {
  if (sessionStatus() !== 'signed-in') return false;
  setState({ identity });
  return true;
}

/**
 * Checks whether the administrator has a permission, or the permission for a call; always true with an external
 * provider (TEAM-01). This check only hides elements; the server enforces permissions.
 */
export function may(needed: Pick<Endpoint, 'permission'> | Permission): boolean {
  const { identity } = getState();
  const permissions = identity === null ? readKnownPermissions() : identity.permissions;
  return permissions?.includes(typeof needed === 'string' ? needed : needed.permission) ?? true;
}

/** Returns `may` for use in components, which then render when permissions change. */
export function useMay(): typeof may {
  useSessionStore(({ identity }) => identity?.permissions);
  return may;
}

/** Returns whether the user must set up a second factor (TEAM-04). */
export function useMustSetUpTwoFactor(): boolean {
  return useSessionStore(({ identity }) => identity?.mustSetUpTwoFactor ?? false);
}

export function endSession(reason: Exclude<SessionEnd, 'unreachable'>): void {
  if (sessionStatus() === 'signed-out') return;
  const signedOut: SessionState = { status: 'signed-out', interruption: null, identity: null };
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

const OTHER_ADMINISTRATOR = msg('You are signed in as another administrator. Your input was not sent.');

/** Reacts when another tab has signed in with this token or signed out (EDIT-02). */
async function followToken(token: string | null): Promise<void> {
  const status = sessionStatus();
  if (token === null) {
    interruptOrEnd('logout');
    return;
  }
  if (token === readToken() && status === 'signed-in') return;
  if (status !== 'signed-in' && status !== 'interrupted') return checkSession();
  const other = await fetchIdentity(token);
  // A later token has its own event.
  if (other === null || token !== readStoredToken()) return;
  if (isSameIdentity(other, signedInIdentity())) continueSession(token);
  else if (hasUnsavedInput()) interruptOrEnd('replaced', other.email);
  else endSession('replaced');
}

/** Handles a 401 response. Another tab may already have signed in again; otherwise the session has ended. */
async function followUnauthorized(): Promise<void> {
  const stored = readStoredToken();
  const before = readToken();
  if (stored !== null && stored !== before) await followToken(stored);
  if (readToken() === before) interruptOrEnd('expired');
}

/**
 * Signs the same administrator in again and keeps the typed input on the screen.
 * @returns null on success, otherwise an error message or the second step
 */
export async function signInAgain({ email }: Interruption, password: string): Promise<string | SecondStep | null> {
  const response = await requestToken({ email, password });
  if ('failure' in response) return response.failure;
  return 'challenge' in response ? response : continueWithToken(response.token);
}

/**
 * Continues with a new session.
 * @returns null on success, otherwise an error message
 */
export async function continueWithToken(token: string): Promise<string | null> {
  const found = await fetchIdentity(token);
  if (found !== null && !isSameIdentity(found, signedInIdentity())) {
    endSession('expired');
    return t(OTHER_ADMINISTRATOR);
  }
  saveToken(token);
  continueSession(token);
  return null;
}

/** Continues with another token of the same administrator, and repeats failed requests. */
function continueSession(token: string): void {
  const wasInterrupted = sessionStatus() === 'interrupted';
  adoptToken(token);
  setState({ interruption: null, status: 'signed-in' });
  if (wasInterrupted)
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

/** Asks for the password if typed input would be lost and the email is known; otherwise ends the session. */
function interruptOrEnd(reason: Interruption['reason'], otherEmail: string | null = null): void {
  const status = sessionStatus();
  const email = signedInIdentity()?.email ?? null;
  // The users of a public demo do not know a password.
  const canAsk = isOwnServer() && !config().isPublicDemo && email !== null && hasUnsavedInput();
  const isAsking = status === 'interrupted' && reason !== 'replaced';
  if (isAsking) return;
  if (canAsk && (status === 'signed-in' || status === 'interrupted'))
    setState({ interruption: { reason, email, otherEmail }, status: 'interrupted' });
  else if (reason !== 'replaced') endSession(reason);
}

/** Returns the administrator to whom a token belongs; null if unknown. */
async function fetchIdentity(token: string): Promise<Identity | null> {
  const { profile } = await call(ownProfile, { token }).catch(() => ({ profile: null }));
  return profile;
}

function isSameIdentity(one: Identity, other: Identity | null): boolean {
  if (other === null) return false;
  if (one.id !== null && other.id !== null) return one.id === other.id;
  return one.email !== null && one.email.trim().toLowerCase() === other.email?.trim().toLowerCase();
}

export const useSession = (): SessionStatus => useSessionStore(({ status }) => status);

export const useInterruption = (): Interruption | null => useSessionStore(({ interruption }) => interruption);

/** Sets a password by a one-time link (PRIV-07). */
export const sendPassword = (token: string, password: string) => call(setPassword, { body: { token, password } });
