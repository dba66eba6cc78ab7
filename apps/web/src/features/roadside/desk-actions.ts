import {
  acceptEmergency,
  claimEmergency,
  declineEmergency,
  type Emergency,
  offerEmergency,
  releaseEmergency,
} from '@wayside/contract/roadside';
import { assignMechanic, cancelEmergency } from '@wayside/contract/roadside-requests';
import { call } from '../../lib/api.ts';
import { inTime } from './roadside-queries.ts';

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
export function isDone(
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
