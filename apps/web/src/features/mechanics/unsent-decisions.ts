import type { Decision, Mechanic } from '@wayside/contract/mechanics';
import { create } from 'zustand';
import { toastFailure } from '../../form/toast-failure.ts';
import { t } from '../../languages/text.ts';
import { failureText } from '../../lib/api-error.ts';
import { updateConfirmedRecord } from '../../lib/cached-records.ts';
import { MECHANIC_KEYS } from '../../lib/record-keys.ts';
import { addPendingCalls, sessionStatus, subscribeToSession } from '../../lib/session.ts';
import { toast } from '../../ui/toast.ts';
import { DECISION_LABELS, nameOfApplicant } from './mechanic-labels.ts';
import { invalidateApplications, sendDecision } from './mechanics-queries.ts';

interface ApplicationDecision {
  readonly mechanic: Mechanic;
  readonly decision: Decision;
  readonly remarks: string;
}

export interface UnsentDecision extends ApplicationDecision {
  /** When the decision is sent unless the user undoes it. */
  readonly sentAt: number;
}

export interface FailedDecision extends ApplicationDecision {
  readonly message: string;
}

interface Decisions {
  readonly unsent: readonly UnsentDecision[];
  readonly sending: readonly ApplicationDecision[];
  readonly failed: readonly FailedDecision[];
  /** Decisions that were undone or failed, stored for their remarks. */
  readonly drafts: readonly ApplicationDecision[];
  /** Whether a screen shows the failures; otherwise they appear as toasts. */
  readonly isShown: boolean;
}

const UNDO_MS = 10_000;
const INITIAL_DECISIONS: Decisions = { unsent: [], sending: [], failed: [], drafts: [], isShown: false };

const useDecisionStore = create<Decisions>()(() => INITIAL_DECISIONS);
const { getState, setState } = useDecisionStore;
const timers = new Map<string, number>();

const withoutDecision = <D extends ApplicationDecision>(all: readonly D[], id: string) =>
  all.filter(({ mechanic }) => mechanic.id !== id);
const findDecision = <D extends ApplicationDecision>(all: readonly D[], id: string) =>
  all.find(({ mechanic }) => mechanic.id === id);

// Clears the decisions, because the next user must not see them. Unsent decisions of an expired session are
// discarded.
subscribeToSession(() => {
  if (sessionStatus() === 'signed-out') setState({ unsent: [], failed: [], drafts: [] });
});

/**
 * Marks the decisions as shown on a screen (WORK-05). Unsent decisions are sent when the user leaves the screen, the
 * page or the session.
 */
export function showDecisions(): () => void {
  const onPageHide = () => void sendUnsentDecisions(true);
  const removePendingCalls = addPendingCalls(() => sendUnsentDecisions());
  addEventListener('pagehide', onPageHide);
  setState({ isShown: true });
  return () => {
    setState({ isShown: false });
    removeEventListener('pagehide', onPageHide);
    removePendingCalls();
    void sendUnsentDecisions();
  };
}

/** Sends a decision after ten seconds, during which it can be undone (WORK-05). */
export function queueDecision(made: ApplicationDecision): void {
  const { id } = made.mechanic;
  setState({
    unsent: [...withoutDecision(getState().unsent, id), { ...made, sentAt: Date.now() + UNDO_MS }],
    failed: withoutDecision(getState().failed, id),
    drafts: withoutDecision(getState().drafts, id),
  });
  clearTimeout(timers.get(id));
  timers.set(
    id,
    window.setTimeout(() => void send(id), UNDO_MS),
  );
}

/** Undoes a decision that has not been sent yet and stores its remarks as a draft. */
export function undoDecision(id: string): void {
  const undone = findDecision(getState().unsent, id);
  if (!undone) return;
  clearTimeout(timers.get(id));
  setState({
    unsent: withoutDecision(getState().unsent, id),
    drafts: [...withoutDecision(getState().drafts, id), undone],
  });
}

/** Returns the application of the last unsent decision; null if there is none. */
export const lastUnsent = (): string | null => getState().unsent.at(-1)?.mechanic.id ?? null;

export const dismissFailure = (id: string): void => setState({ failed: withoutDecision(getState().failed, id) });

function sendUnsentDecisions(isPageLeft = false): Promise<unknown> {
  return Promise.all(getState().unsent.map(({ mechanic }) => send(mechanic.id, isPageLeft)));
}

async function send(id: string, isKeptAlive = false): Promise<void> {
  const unsent = findDecision(getState().unsent, id);
  if (!unsent) return;
  clearTimeout(timers.get(id));
  const { mechanic, decision, remarks } = unsent;
  const labels = DECISION_LABELS[decision];
  const name = nameOfApplicant(mechanic);
  setState({ unsent: withoutDecision(getState().unsent, id), sending: [...getState().sending, unsent] });
  try {
    await sendDecision({ id, status: decision, remarks }, isKeptAlive);
    setState({ sending: withoutDecision(getState().sending, id) });
    if (sessionStatus() === 'signed-out') return;
    void updateConfirmedRecord<Mechanic>(MECHANIC_KEYS, id, { status: decision });
    toast({ tone: 'success', title: labels.done(name), key: `decision-${id}` });
  } catch (error) {
    setState({ sending: withoutDecision(getState().sending, id) });
    if (sessionStatus() === 'signed-out' || !getState().isShown)
      toastFailure(`${t(labels.failed)}: ${name}`, error);
    if (sessionStatus() === 'signed-out') return;
    const failed = { mechanic, decision, remarks, message: failureText(error, t(labels.failed)) };
    setState({
      failed: [...withoutDecision(getState().failed, id), failed],
      drafts: [...withoutDecision(getState().drafts, id), failed],
    });
  }
  await invalidateApplications();
}

export function typedRemarks(id: string, decision: Decision): string {
  const draft = findDecision(getState().drafts, id);
  return draft?.decision === decision ? draft.remarks : '';
}

export const failureOf = (id: string, decision: Decision): string | null => {
  const failed = findDecision(getState().failed, id);
  return failed?.decision === decision ? failed.message : null;
};

export const useDecisions = (): Decisions => useDecisionStore();

/** Returns the applications with decisions that are unsent or being sent. */
export function useDecidedIds(): readonly string[] {
  const { unsent, sending } = useDecisions();
  return [...unsent, ...sending].map(({ mechanic }) => mechanic.id);
}

/** Same as `useDecidedIds`, for use outside components. */
export const decidedIds = (): readonly string[] =>
  [...getState().unsent, ...getState().sending].map(({ mechanic }) => mechanic.id);
