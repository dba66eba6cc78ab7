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

/** `enter` goes to the remembered location; `enter-again` and `prove` run in a window of their own and close it. */
const GOALS = ['enter', 'enter-again', 'prove', 'connect'] as const;
export type SingleSignOnGoal = (typeof GOALS)[number];

/** The goal in an address. Only the profile connects, so that no link does. */
export const goalOf = (text: unknown): SingleSignOnGoal =>
  GOALS.find((goal) => goal === text && goal !== 'connect') ?? 'enter';

export const isWindowOfItsOwn = (goal: SingleSignOnGoal): boolean => goal === 'enter-again' || goal === 'prove';

/** State that the tab stores while the person is at the identity provider. */
interface Begun {
  readonly goal: SingleSignOnGoal;
  readonly request: string;
  /** Where to go afterwards. */
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

/** Goes to the provider (SHIP-04). @throws ApiError */
export async function beginAtProvider(goal: SingleSignOnGoal, from: string): Promise<void> {
  const { address, request } = await call(CALLS[goal]);
  sessionStorage.setItem(KEY, JSON.stringify({ goal, request, from } satisfies Begun));
  // Back leads to the previous page; otherwise it would return to the provider.
  if (goal === 'connect') location.assign(address);
  else location.replace(address);
}

/** @returns the sign-in that this tab has started, once; null if there is none */
export function takeBegun(): Begun | null {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return text === null ? null : JSON.parse(text);
}

/** Finishes a sign-in. @param response the query of the provider's redirect @throws ApiError */
export async function finishAtProvider({ goal, request }: Begun, response: string): Promise<void> {
  const body = { request, response };
  if (goal === 'connect') await call(finishConnection, { body });
  else if (goal === 'prove') {
    await call(finishSingleSignOnProof, { body });
    new BroadcastChannel(PROOFS).postMessage(null);
  } else saveToken((await call(finishSingleSignOn, { body })).token);
}

const BLOCKED = msg('The browser blocked the sign-in window. Allow pop-ups for this page, then try again.');

/** Opens a window for signing in, so that typed input is kept. @returns why it does not open, or null */
export function openProviderWindow(goal: SingleSignOnGoal): string | null {
  const look = 'popup,width=520,height=720';
  const opened = window.open(`${SINGLE_SIGN_ON_PATH}?goal=${goal}`, 'wayside-single-sign-on', look);
  return opened === null ? t(BLOCKED) : null;
}

/** Calls `listener` when a window of this browser has given a proof. @returns stops listening */
export function onProofAtProvider(listener: () => void): () => void {
  const proofs = new BroadcastChannel(PROOFS);
  proofs.onmessage = listener;
  return () => proofs.close();
}
