import type { Emergency } from '@wayside/contract/roadside';
import { useSyncExternalStore } from 'react';
import { ApiError, failureText, isWorthRetrying } from '../../lib/api-error.ts';
import { createListeners } from '../../lib/listeners.ts';
import { toast } from '../../ui/toast.ts';
import { ACTION_LABELS, type DeskAction, isDone, sendAction } from './desk-actions.ts';
import { reloadQueue, showEmergency } from './roadside-queries.ts';
import { serverNow } from './server-clock.ts';

/**
 * What was pressed and is not known to be done: it is `sending`; no answer has come, so that nobody knows (`unknown`), until the
 * emergency is read again; or it was certainly not done (`unsent`).
 */
export interface Pressed {
  readonly action: DeskAction;
  readonly state: 'sending' | 'unknown' | 'unsent';
  /** By the server's clock. */
  readonly pressedAt: number;
  /** Since when its state is so, by this machine's. */
  readonly since: number;
}

const pressed = new Map<string, Pressed>();
const listeners = createListeners();

function set(id: string, next: Pressed | null): void {
  if (next === null) pressed.delete(id);
  else pressed.set(id, next);
  listeners.notify();
}

const asPressed = (action: DeskAction, state: Pressed['state'], pressedAt = serverNow()): Pressed => ({
  action,
  state,
  pressedAt,
  since: Date.now(),
});

/** What was pressed of an emergency and is not done. */
export const usePressed = (id: string): Pressed | undefined =>
  useSyncExternalStore(listeners.subscribe, () => pressed.get(id));

/** Whether nobody knows after an error if the action was done: the server has not said anything of it. */
const mayBeDone = (error: unknown): boolean =>
  error instanceof ApiError ? isWorthRetrying(error) : error instanceof DOMException;

/** Does an action of the desk and shows its outcome; one at a time for each emergency. @returns whether it was done */
export async function press(id: string, action: DeskAction): Promise<boolean> {
  if (pressed.get(id)?.state === 'sending') return false;
  if (!navigator.onLine) {
    set(id, asPressed(action, 'unsent'));
    return false;
  }
  const pressedAt = serverNow();
  set(id, asPressed(action, 'sending', pressedAt));
  try {
    showEmergency(await sendAction(id, action));
    set(id, null);
    return true;
  } catch (error) {
    if (mayBeDone(error)) {
      set(id, asPressed(action, 'unknown', pressedAt));
    } else {
      set(id, null);
      const description = failureText(error, 'Please try again.');
      toast({ tone: 'error', title: ACTION_LABELS[action.kind].failed, description, about: id });
    }
    void reloadQueue();
    return false;
  }
}

/** Removes what was pressed and not done from the screen. */
export const dismissPressed = (id: string): void => set(id, null);

/**
 * Compares what had no answer with emergencies that were requested later: it is done, or certainly not.
 * @param requestedAt when they were requested, by this machine's clock
 */
export function resolveUnknown(emergencies: readonly Emergency[], me: string | null, requestedAt: number): void {
  for (const [id, { action, state, pressedAt, since }] of [...pressed]) {
    if (state !== 'unknown' || requestedAt < since) continue;
    const emergency = emergencies.find((each) => each.id === id);
    const isOver = emergency !== undefined && isDone(action, emergency, { me, pressedAt });
    set(id, isOver ? null : asPressed(action, 'unsent'));
  }
}
