import {
  acceptEmergency,
  claimEmergency,
  declineEmergency,
  type Emergency,
  offerEmergency,
  releaseEmergency,
} from '@wayside/contract/roadside';
import { assignMechanic, cancelEmergency } from '@wayside/contract/roadside-requests';
import { useSyncExternalStore } from 'react';
import { call } from '../../lib/api.ts';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { createListeners } from '../../lib/listeners.ts';
import { toast } from '../../ui/toast.ts';
import { inTime, reloadQueue, showEmergency } from './roadside-queries.ts';
import { serverNow } from './server-clock.ts';

/** What can be done with an emergency at the desk (ROAD-03, ROAD-05). */
export type DeskAction =
  | { readonly kind: 'claim' | 'release' | 'accept' | 'decline' }
  | { readonly kind: 'offer'; readonly adminId: string | null }
  | { readonly kind: 'assign'; readonly mechanicId: string }
  | { readonly kind: 'cancel'; readonly reason: string };

const PLAIN = {
  claim: claimEmergency,
  release: releaseEmergency,
  accept: acceptEmergency,
  decline: declineEmergency,
} as const;

/** Does it, once: an action is never repeated automatically. @throws ApiError; DOMException without an answer in time */
export async function sendAction(id: string, action: DeskAction): Promise<Emergency> {
  const input = { params: { id }, signal: inTime() };
  if (action.kind === 'offer')
    return (await call(offerEmergency, { ...input, body: { adminId: action.adminId } })).record;
  if (action.kind === 'assign')
    return (await call(assignMechanic, { ...input, body: { mechanicId: action.mechanicId } })).record;
  if (action.kind === 'cancel')
    return (await call(cancelEmergency, { ...input, body: { reason: action.reason } })).record;
  return (await call(PLAIN[action.kind], input)).record;
}

/** The clocks of machines agree so well. */
const TOLERANCE_MS = 5_000;

/**
 * Whether an emergency is as an action leaves it: for one whose answer was lost.
 * @param pressedAt when it was pressed, by the server's clock: the same may have been asked for before
 */
function isDone(
  action: DeskAction,
  { claim, request }: Emergency,
  { me, pressedAt }: { readonly me: string | null; readonly pressedAt: number },
): boolean {
  const isOwnRequest =
    request !== null &&
    request.kind === action.kind &&
    request.requestedById === me &&
    Date.parse(request.requestedAt) > pressedAt - TOLERANCE_MS;
  switch (action.kind) {
    case 'claim':
    case 'accept':
      return claim !== null && claim.ownerId === me;
    case 'release':
      return claim?.ownerId !== me;
    case 'decline':
      return claim?.offeredToId !== me;
    case 'offer':
      return (claim?.offeredToId ?? null) === action.adminId;
    case 'assign':
      return isOwnRequest && request.mechanic?.id === action.mechanicId;
    case 'cancel':
      return isOwnRequest && request.reason === action.reason;
  }
}

interface ActionLabels {
  /** While it is sent. */
  readonly pending: string;
  /** What did not happen: "Not claimed". */
  readonly failed: string;
}

export const ACTION_LABELS: Readonly<Record<DeskAction['kind'], ActionLabels>> = {
  claim: { pending: 'Claiming…', failed: 'Not claimed' },
  release: { pending: 'Releasing…', failed: 'Not released' },
  accept: { pending: 'Accepting…', failed: 'Not accepted' },
  decline: { pending: 'Declining…', failed: 'Not declined' },
  offer: { pending: 'Offering…', failed: 'Not offered' },
  assign: { pending: 'Asking the marketplace…', failed: 'Not asked' },
  cancel: { pending: 'Asking the marketplace…', failed: 'Not asked' },
};

/**
 * What was pressed and is not known to be done: it is `sending`; no answer has come, so that nobody knows (`unknown`), until the
 * emergency is read again; or it was certainly not done (`unsent`).
 */
interface Pressed {
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
  error instanceof ApiError ? error.kind === 'network' || error.status >= 500 : error instanceof DOMException;

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
