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
import { type Message, msg, t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { createListeners } from '../../lib/listeners.ts';
import { toast } from '../../ui/toast.ts';
import { createTimeoutSignal, reloadQueue, updateEmergency } from './roadside-queries.ts';
import { serverNow } from './server-clock.ts';

/** Actions on an emergency at the desk (ROAD-03, ROAD-05). */
export type DeskAction =
  | { readonly kind: 'claim' | 'release' | 'accept' | 'decline' }
  | { readonly kind: 'offer'; readonly adminId: string | null }
  | { readonly kind: 'assign'; readonly mechanicId: string }
  | { readonly kind: 'cancel'; readonly reason: string };

const SIMPLE_ENDPOINTS = {
  claim: claimEmergency,
  release: releaseEmergency,
  accept: acceptEmergency,
  decline: declineEmergency,
} as const;

/** Sends an action once, without retries. @throws ApiError; DOMException if there is no response in time */
export async function sendAction(id: string, action: DeskAction): Promise<Emergency> {
  const input = { params: { id }, signal: createTimeoutSignal() };
  if (action.kind === 'offer')
    return (await call(offerEmergency, { ...input, body: { adminId: action.adminId } })).record;
  if (action.kind === 'assign')
    return (await call(assignMechanic, { ...input, body: { mechanicId: action.mechanicId } })).record;
  if (action.kind === 'cancel')
    return (await call(cancelEmergency, { ...input, body: { reason: action.reason } })).record;
  return (await call(SIMPLE_ENDPOINTS[action.kind], input)).record;
}

/** The tolerated difference between the clocks of server and client. */
const TOLERANCE_MS = 5_000;

/**
 * Checks whether an emergency shows the effect of an action, for an action without a response.
 * @param pressedAt server time of the click; earlier requests of the same kind do not count
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
  readonly pending: Message;
  /** For example "Not claimed". */
  readonly failed: Message;
}

export const ACTION_LABELS: Readonly<Record<DeskAction['kind'], ActionLabels>> = {
  claim: { pending: msg('Claiming…'), failed: msg('Not claimed') },
  release: { pending: msg('Releasing…'), failed: msg('Not released') },
  accept: { pending: msg('Accepting…'), failed: msg('Not accepted') },
  decline: { pending: msg('Declining…'), failed: msg('Not declined') },
  offer: { pending: msg('Offering…'), failed: msg('Not offered') },
  assign: { pending: msg('Sending the request…'), failed: msg('Not requested') },
  cancel: { pending: msg('Sending the request…'), failed: msg('Not requested') },
};

/**
 * An action without a confirmed result. `sending`: the request is running. `unknown`: there was no response, and the
 * emergency is not refetched yet. `unsent`: the action was definitely not performed.
 */
interface PendingAction {
  readonly action: DeskAction;
  readonly state: 'sending' | 'unknown' | 'unsent';
  /** Server time. */
  readonly pressedAt: number;
  /** When the state began, by the local clock. */
  readonly since: number;
}

const pendingActions = new Map<string, PendingAction>();
const listeners = createListeners();

function setPendingAction(id: string, next: PendingAction | null): void {
  if (next === null) pendingActions.delete(id);
  else pendingActions.set(id, next);
  listeners.notify();
}

const toPendingAction = (
  action: DeskAction,
  state: PendingAction['state'],
  pressedAt = serverNow(),
): PendingAction => ({
  action,
  state,
  pressedAt,
  since: Date.now(),
});

export const usePendingAction = (id: string): PendingAction | undefined =>
  useSyncExternalStore(listeners.subscribe, () => pendingActions.get(id));

/** Checks whether the action may have been performed despite the error. */
const mayBeDone = (error: unknown): boolean =>
  error instanceof ApiError ? error.kind === 'network' || error.status >= 500 : error instanceof DOMException;

/**
 * Performs an action and shows its outcome. Only one action can run for each emergency. @returns whether it was
 * performed
 */
export async function performAction(id: string, action: DeskAction): Promise<boolean> {
  if (pendingActions.get(id)?.state === 'sending') return false;
  if (!navigator.onLine) {
    setPendingAction(id, toPendingAction(action, 'unsent'));
    return false;
  }
  const pressedAt = serverNow();
  setPendingAction(id, toPendingAction(action, 'sending', pressedAt));
  try {
    updateEmergency(await sendAction(id, action));
    setPendingAction(id, null);
    return true;
  } catch (error) {
    if (mayBeDone(error)) {
      setPendingAction(id, toPendingAction(action, 'unknown', pressedAt));
    } else {
      setPendingAction(id, null);
      const description = failureText(error, t('Please try again.'));
      toast({ tone: 'error', title: t(ACTION_LABELS[action.kind].failed), description, key: id });
    }
    void reloadQueue();
    return false;
  }
}

export const dismissPendingAction = (id: string): void => setPendingAction(id, null);

/**
 * Resolves `unknown` actions with emergencies that were requested later.
 * @param requestedAt time of that request, by the local clock
 */
export function resolveUnknownActions(
  emergencies: readonly Emergency[],
  me: string | null,
  requestedAt: number,
): void {
  for (const [id, { action, state, pressedAt, since }] of [...pendingActions]) {
    if (state !== 'unknown' || requestedAt < since) continue;
    const emergency = emergencies.find((each) => each.id === id);
    const isOver = emergency !== undefined && isDone(action, emergency, { me, pressedAt });
    setPendingAction(id, isOver ? null : toPendingAction(action, 'unsent'));
  }
}
