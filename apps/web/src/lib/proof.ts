import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** How the person can prove who they are: "password". Null while nobody is asked. */
let methods: readonly string[] | null = null;
/** The calls that wait for the proof. */
let waiting: ((isProved: boolean) => void)[] = [];
let proofs = 0;
const listeners = createListeners();

function ask(by: readonly string[] | null): void {
  methods = by;
  listeners.notify();
}

/** Asks the person to prove who they are, once for all calls that wait (TEAM-05). @returns whether they did */
export function askForProof(by: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (methods === null) ask(by);
  });
}

/** How many proofs have been given: a call that was refused before the latest one needs no other. */
export const proofCount = (): number => proofs;

/** Ends the question: the calls that wait go on, or fail as cancelled. */
export function answerProof(isProved: boolean): void {
  if (isProved) proofs += 1;
  for (const resolve of waiting) resolve(isProved);
  waiting = [];
  ask(null);
}

/** How the person is to prove who they are; null while nobody asks. */
export function useProofMethods(): readonly string[] | null {
  return useSyncExternalStore(listeners.subscribe, () => methods);
}
