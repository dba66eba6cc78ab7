import { login, ownProfile } from '@wayside/contract/session';
import type { Page } from 'playwright-core';
import { type Application, administrator } from './application.ts';
import { apiUrl } from './calls.ts';

/** The local storage key of the session token. */
export const tokenKey = 'wayside_token';

/** Fills in and submits the login form of the open page. */
export async function fillLogin(page: Page, credentials = administrator): Promise<void> {
  await page.getByLabel('Email').fill(credentials.email);
  await page.getByLabel('Password').fill(credentials.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/**
 * Opens a session without a browser and returns its token.
 * @throws Error with the response if the login fails
 */
export async function openSession(application: Application, credentials = administrator): Promise<string> {
  const response = await fetch(apiUrl(application, login), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const answer: unknown = await response.json();
  const token = typeof answer === 'object' && answer !== null && 'token' in answer ? answer.token : null;
  if (typeof token !== 'string') throw new Error(`No session: ${response.status} ${JSON.stringify(answer)}`);
  return token;
}

/** How long tests share a session. A login counts as proof of identity for 10 minutes (TEAM-05). */
const SHARED_FOR_MS = 8 * 60_000;

const sessions = new WeakMap<Application, { readonly token: string; readonly openedAt: number }>();

/**
 * Returns the token of a session that the tests of a file share, because password hashing is slow. Opens a new
 * session if the shared one has ended or its login is no longer a recent proof.
 */
export async function storedSession(application: Application): Promise<string> {
  const shared = sessions.get(application);
  const isRecent = shared !== undefined && performance.now() - shared.openedAt < SHARED_FOR_MS;
  if (isRecent && (await isAlive(application, shared.token))) return shared.token;
  const openedAt = performance.now();
  const token = await openSession(application);
  sessions.set(application, { token, openedAt });
  return token;
}

async function isAlive(application: Application, token: string): Promise<boolean> {
  return (await fetch(apiUrl(application, ownProfile), { headers: { token } })).ok;
}

/** Signs the page in. Its next document finds the token of the shared session. */
export async function beginSignedIn(page: Page, application: Application): Promise<string> {
  const token = await storedSession(application);
  await beginWithToken(page, token);
  return token;
}

/** Signs the page in with a separate session, like that of another administrator. */
export async function beginAsAnother(page: Page, application: Application): Promise<void> {
  await beginWithToken(page, await openSession(application));
}

/** Stores a token for the next document of the page; only once. */
export async function beginWithToken(page: Page, token: string): Promise<void> {
  await page.addInitScript(
    ([key, value]) => {
      // The session storage outlives a logout, so a page after a logout is not signed in again.
      if (location.origin === 'null' || sessionStorage.getItem(value) !== null) return;
      sessionStorage.setItem(value, 'has been used');
      localStorage.setItem(key, value);
    },
    [tokenKey, token] as const,
  );
}
