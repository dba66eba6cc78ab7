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
 * A token of a new session, asked for without a browser.
 * @throws Error when the server refuses.
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

const sessions = new WeakMap<Application, string>();

/**
 * A token of a session that the tests of a file share, because checking a password is slow on purpose: a new one where a
 * test has ended it.
 */
export async function storedSession(application: Application): Promise<string> {
  const kept = sessions.get(application);
  if (kept !== undefined && (await isAlive(application, kept))) return kept;
  const token = await openSession(application);
  sessions.set(application, token);
  return token;
}

async function isAlive(application: Application, token: string): Promise<boolean> {
  return (await fetch(apiUrl(application, ownProfile), { headers: { token } })).ok;
}

/** Makes the page begin signed in: the document that it opens next finds the token of a session, once. */
export async function beginSignedIn(page: Page, application: Application): Promise<string> {
  const token = await storedSession(application);
  await beginWithToken(page, token);
  return token;
}

/** As beginSignedIn, in a session of its own: another administrator's is. */
export async function beginAsAnother(page: Page, application: Application): Promise<void> {
  await beginWithToken(page, await openSession(application));
}

/** Makes the document that the page opens next find a token, once. */
export async function beginWithToken(page: Page, token: string): Promise<void> {
  await page.addInitScript(
    ([key, value]) => {
      // A tab's own storage outlives a logout: whoever has left is not signed in again.
      if (location.origin === 'null' || sessionStorage.getItem(value) !== null) return;
      sessionStorage.setItem(value, 'has been used');
      localStorage.setItem(key, value);
    },
    [tokenKey, token] as const,
  );
}
