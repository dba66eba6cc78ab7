import {
  beginConnection,
  beginSingleSignOn,
  beginSingleSignOnProof,
  finishConnection,
  finishSingleSignOn,
  finishSingleSignOnProof,
} from '@wayside/contract/single-sign-on';
import { msg, t } from '../languages/text.ts';
import { call } from './api.ts';
import { SINGLE_SIGN_ON_PATH } from './login-location.ts';
import { saveToken } from './token.ts';

/** `enter` opens the remembered location. `enter-again` and `prove` run in a separate window and close it. */
const GOALS = ['enter', 'enter-again', 'prove', 'connect'] as const;
export type SingleSignOnGoal = (typeof GOALS)[number];

/** Returns the goal from a URL. `connect` is excluded, so that no link can trigger it; only the profile page can. */
export const goalOf = (text: unknown): SingleSignOnGoal =>
  GOALS.find((goal) => goal === text && goal !== 'connect') ?? 'enter';

export const usesSeparateWindow = (goal: SingleSignOnGoal): boolean => goal === 'enter-again' || goal === 'prove';

/** State that the tab stores while the user is at the identity provider. */
interface PendingSignIn {
  readonly goal: SingleSignOnGoal;
  readonly request: string;
  /** The location to open afterwards. */
  readonly from: string;
}

const KEY = 'wayside_single_sign_on';
const PROOFS = 'wayside_proofs';

const CALLS = {
  enter: beginSingleSignOn,
  'enter-again': beginSingleSignOn,
  prove: beginSingleSignOnProof,
  connect: beginConnection,
} as const;

/** Opens the identity provider's page (SHIP-04). @throws ApiError */
export async function beginAtProvider(goal: SingleSignOnGoal, from: string): Promise<void> {
  const { address, request } = await call(CALLS[goal]);
  sessionStorage.setItem(KEY, JSON.stringify({ goal, request, from } satisfies PendingSignIn));
  // Replaces the history entry, so that Back does not return to the provider. When connecting from the profile, Back
  // returns to the profile.
  if (goal === 'connect') location.assign(address);
  else location.replace(address);
}

/** Returns the sign-in that this tab has started and clears it; null if there is none. */
export function takePendingSignIn(): PendingSignIn | null {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return text === null ? null : JSON.parse(text);
}

/** Completes a sign-in. @param response the query string of the provider's redirect @throws ApiError */
export async function finishAtProvider({ goal, request }: PendingSignIn, response: string): Promise<void> {
  const body = { request, response };
  if (goal === 'connect') await call(finishConnection, { body });
  else if (goal === 'prove') {
    await call(finishSingleSignOnProof, { body });
    new BroadcastChannel(PROOFS).postMessage(null);
  } else saveToken((await call(finishSingleSignOn, { body })).token);
}

const BLOCKED = msg('The browser blocked the sign-in window. Allow pop-ups for this page, then try again.');

/** Opens a sign-in window, so that typed input is not lost. @returns why it did not open; null if it opened */
export function openProviderWindow(goal: SingleSignOnGoal): string | null {
  const look = 'popup,width=520,height=720';
  const opened = window.open(`${SINGLE_SIGN_ON_PATH}?goal=${goal}`, 'wayside-single-sign-on', look);
  return opened === null ? t(BLOCKED) : null;
}

/**
 * Calls `listener` after the user has proved their identity in another window. @returns a function that unsubscribes
 */
export function onProofAtProvider(listener: () => void): () => void {
  const proofs = new BroadcastChannel(PROOFS);
  proofs.onmessage = listener;
  return () => proofs.close();
}
