import { type Decision, decideApplication, type Mechanic } from '@wayside/contract/mechanics';
import { useSyncExternalStore } from 'react';
import { toastFailure } from '../../form/toast-failure.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { createListeners } from '../../lib/listeners.ts';
import { MECHANIC_KEYS } from '../../lib/record-keys.ts';
import { sessionStatus, subscribeToSession } from '../../lib/session.ts';
import { showConfirmed } from '../../lib/shown-change.ts';
import { addWaitingCalls } from '../../lib/waiting-calls.ts';
import { toast } from '../../ui/toast.ts';
import { DECISION_LABELS, nameOfApplicant } from './decision-labels.ts';
import { reloadApplications } from './mechanics-queries.ts';

/** A decision on an application, with what was typed. */
export interface MadeDecision {
  readonly mechanic: Mechanic;
  readonly decision: Decision;
  readonly remarks: string;
}

export interface UnsentDecision extends MadeDecision {
  /** When its call is made, unless it is undone. */
  readonly sentAt: number;
}

export interface FailedDecision extends MadeDecision {
  readonly message: string;
}

interface Decisions {
  readonly unsent: readonly UnsentDecision[];
  /** Their call is made and has no answer yet. */
  readonly sending: readonly MadeDecision[];
  readonly failed: readonly FailedDecision[];
  /** What was typed for a decision that was undone or has failed. */
  readonly drafts: readonly MadeDecision[];
}

export const UNDO_MS = 10_000;
const NONE: Decisions = { unsent: [], sending: [], failed: [], drafts: [] };

let state = NONE;
const listeners = createListeners();
const timers = new Map<string, number>();
let takeBack: () => void = () => undefined;

const without = <D extends MadeDecision>(all: readonly D[], id: string) =>
  all.filter(({ mechanic }) => mechanic.id !== id);
const oneOf = <D extends MadeDecision>(all: readonly D[], id: string) =>
  all.find(({ mechanic }) => mechanic.id === id);

function set(change: Partial<Decisions>): void {
  const hadUnsent = state.unsent.length > 0;
  state = { ...state, ...change };
  const hasUnsent = state.unsent.length > 0;
  if (hasUnsent && !hadUnsent) {
    addEventListener('pagehide', sendBehindPage);
    takeBack = addWaitingCalls(() => sendUnsentDecisions());
  }
  if (!hasUnsent && hadUnsent) {
    removeEventListener('pagehide', sendBehindPage);
    takeBack();
  }
  listeners.notify();
}

const sendBehindPage = () => void sendUnsentDecisions(true);

// Nothing of one administrator is there for the next: what a session that has ended otherwise had not sent is abandoned.
subscribeToSession(() => {
  if (sessionStatus() === 'signed-out' && state !== NONE) set({ ...NONE, sending: state.sending });
});

/** Makes the call of a decision in ten seconds, until when it can be undone (WORK-05). */
export function decideLater(made: MadeDecision): void {
  const { id } = made.mechanic;
  set({
    unsent: [...without(state.unsent, id), { ...made, sentAt: Date.now() + UNDO_MS }],
    failed: without(state.failed, id),
    drafts: without(state.drafts, id),
  });
  clearTimeout(timers.get(id));
  timers.set(
    id,
    window.setTimeout(() => void send(id), UNDO_MS),
  );
}

/** Takes back a decision that is not sent; what was typed is there at the next decision on the application. */
export function undoDecision(id: string): void {
  const undone = oneOf(state.unsent, id);
  if (!undone) return;
  clearTimeout(timers.get(id));
  set({ unsent: without(state.unsent, id), drafts: [...without(state.drafts, id), undone] });
}

/** The application whose decision was made last and is not sent; null without one. */
export const lastUnsent = (): string | null => state.unsent.at(-1)?.mechanic.id ?? null;

/** Forgets that a decision has failed. */
export const dismissFailure = (id: string): void => set({ failed: without(state.failed, id) });

/**
 * Makes the calls that wait at once: the screen is left, the tab closes or the administrator signs out. Who has decided
 * and goes has not undone it, so it is made and not abandoned.
 */
export function sendUnsentDecisions(isPageLeft = false): Promise<unknown> {
  return Promise.all(state.unsent.map(({ mechanic }) => send(mechanic.id, isPageLeft)));
}

async function send(id: string, isKeptAlive = false): Promise<void> {
  const unsent = oneOf(state.unsent, id);
  if (!unsent) return;
  clearTimeout(timers.get(id));
  const { mechanic, decision, remarks } = unsent;
  const labels = DECISION_LABELS[decision];
  const name = nameOfApplicant(mechanic);
  set({ unsent: without(state.unsent, id), sending: [...state.sending, unsent] });
  try {
    await call(decideApplication, { body: { id, status: decision, remarks }, isKeptAlive });
    set({ sending: without(state.sending, id) });
    if (sessionStatus() === 'signed-out') return;
    void showConfirmed<Mechanic>(MECHANIC_KEYS, id, { status: decision });
    toast({ tone: 'success', title: labels.done(name), about: `decision ${id}` });
  } catch (error) {
    set({ sending: without(state.sending, id) });
    if (sessionStatus() === 'signed-out' || listeners.count() === 0)
      toastFailure(`${labels.failed}: ${name}`, error);
    if (sessionStatus() === 'signed-out') return;
    const failed = { mechanic, decision, remarks, message: failureText(error, labels.failed) };
    set({ failed: [...without(state.failed, id), failed], drafts: [...without(state.drafts, id), failed] });
  }
  await reloadApplications();
}

/** What was typed for this decision before it was undone or has failed. */
export function typedRemarks(id: string, decision: Decision): string {
  const draft = oneOf(state.drafts, id);
  return draft?.decision === decision ? draft.remarks : '';
}

/** Why this decision has failed. */
export const failureOf = (id: string, decision: Decision): string | null => {
  const failed = oneOf(state.failed, id);
  return failed?.decision === decision ? failed.message : null;
};

/** The decisions that are not sent, and those that have failed. */
export const useDecisions = (): Decisions => useSyncExternalStore(listeners.subscribe, () => state);

/** The applications that count as decided: their calls wait or run. */
export function useDecidedIds(): readonly string[] {
  const { unsent, sending } = useDecisions();
  return [...unsent, ...sending].map(({ mechanic }) => mechanic.id);
}

/** The same, now. */
export const decidedIds = (): readonly string[] =>
  [...state.unsent, ...state.sending].map(({ mechanic }) => mechanic.id);
