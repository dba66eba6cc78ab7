import { login, ownProfile } from '@wayside/contract/session';
import type { Page } from 'playwright-core';
import { type Application, administrator } from './application.ts';
import { apiUrl } from './calls.ts';

/** The key in local storage that holds the session's token. */
export const tokenKey = 'wayside_token';

/** Fills in the login form of the page that is open and sends it. */
export async function fillLogin(page: Page, credentials = administrator): Promise<void> {
  await page.getByLabel('Email').fill(credentials.email);
  await page.getByLabel('Password').fill(credentials.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/**
 * Opens a session without a browser and returns its token.
 * @throws Error with the response, when the login fails
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

/** A session counts as proof of identity for 10 minutes after its login (TEAM-05). */
const SHARED_FOR_MS = 8 * 60_000;

const sessions = new WeakMap<Application, { readonly token: string; readonly openedAt: number }>();

/** The token of a session that the tests of a file share, because password hashing is slow; a new one if it has
 * ended or its login is no longer a recent proof. */
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

/** Signs the page in: its next document finds the token of the shared session. */
export async function beginSignedIn(page: Page, application: Application): Promise<string> {
  const token = await storedSession(application);
  await beginWithToken(page, token);
  return token;
}

/** Like beginSignedIn, with a separate session, like another administrator's. */
export async function beginAsAnother(page: Page, application: Application): Promise<void> {
  await beginWithToken(page, await openSession(application));
}

/** Stores a token for the next document of the page, once. */
export async function beginWithToken(page: Page, token: string): Promise<void> {
  await page.addInitScript(
    ([key, value]) => {
      // The session storage outlives a logout, so a page that logged out is not signed in again.
      if (location.origin === 'null' || sessionStorage.getItem(value) !== null) return;
      sessionStorage.setItem(value, 'has been used');
      localStorage.setItem(key, value);
    },
    [tokenKey, token] as const,
  );
}
