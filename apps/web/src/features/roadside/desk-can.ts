import { type Emergency, REQUEST_TIMEOUT_SECONDS } from '@wayside/contract/roadside';

export interface DeskPerson {
  readonly id: string | null;
  /** Whether the role may claim and assign, and the user is on shift (DESK-03). */
  readonly isAtWork: boolean;
}

const isOpen = ({ state }: Emergency): boolean => state !== 'ended';
const isMine = ({ claim }: Emergency, { id }: DeskPerson): boolean => claim !== null && claim.ownerId === id;
const isFree = (emergency: Emergency, person: DeskPerson): boolean =>
  emergency.claim === null || isMine(emergency, person);

/** Returns the time of the request that the marketplace has not answered; null if there is none. */
const waitingSince = ({ request }: Emergency): number | null =>
  request?.state === 'waiting' ? Date.parse(request.requestedAt) : null;

/** Returns the deadline for the marketplace's response; null if no request is open. */
export function requestDueAt(emergency: Emergency): string | null {
  const since = waitingSince(emergency);
  return since === null ? null : new Date(since + REQUEST_TIMEOUT_SECONDS * 1000).toISOString();
}

/** Checks whether the marketplace's response is overdue (ROAD-05). */
export function isUnanswered(emergency: Emergency, now: number): boolean {
  const since = waitingSince(emergency);
  return since !== null && now - since >= REQUEST_TIMEOUT_SECONDS * 1000;
}

const mayRequest = (emergency: Emergency, person: DeskPerson, now: number): boolean =>
  person.isAtWork &&
  isOpen(emergency) &&
  isFree(emergency, person) &&
  (waitingSince(emergency) === null || isUnanswered(emergency, now));

/** Checks that determine which actions to offer to a user. The server makes the final decision (ROAD-03, ROAD-05). */
export const deskCan = {
  claim: (emergency: Emergency, { isAtWork }: DeskPerson) =>
    isAtWork && isOpen(emergency) && emergency.claim === null,
  release: isOwnAtWork,
  handOver: isOwnAtWork,
  answerOffer: (emergency: Emergency, { id, isAtWork }: DeskPerson) =>
    isAtWork && id !== null && emergency.claim?.offeredToId === id,
  assign: (emergency: Emergency, person: DeskPerson, now: number) =>
    mayRequest(emergency, person, now) && emergency.mechanic === null,
  cancel: mayRequest,
};

function isOwnAtWork(emergency: Emergency, person: DeskPerson): boolean {
  return person.isAtWork && isMine(emergency, person);
}
