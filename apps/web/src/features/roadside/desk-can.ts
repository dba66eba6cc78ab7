import { type Emergency, REQUEST_ANSWER_SECONDS } from '@wayside/contract/roadside';

/** Who looks at the desk. */
export interface DeskPerson {
  readonly id: string | null;
  /** Whether they may claim and assign: their role may, and they are on shift (DESK-03). */
  readonly isAtWork: boolean;
}

const isOpen = ({ state }: Emergency): boolean => state !== 'ended';
const isMine = ({ claim }: Emergency, { id }: DeskPerson): boolean => claim !== null && claim.ownerId === id;
const isFree = (emergency: Emergency, person: DeskPerson): boolean =>
  emergency.claim === null || isMine(emergency, person);

/** Since when the marketplace is asked, if it has not answered yet; null otherwise. */
const waitsSince = ({ request }: Emergency): number | null =>
  request?.state === 'waiting' ? Date.parse(request.requestedAt) : null;

/** When the marketplace should have answered; null where it was not asked, or has. */
export function requestDueAt(emergency: Emergency): string | null {
  const since = waitsSince(emergency);
  return since === null ? null : new Date(since + REQUEST_ANSWER_SECONDS * 1000).toISOString();
}

/** Whether the marketplace has not answered for too long (ROAD-05). */
export function isUnanswered(emergency: Emergency, now: number): boolean {
  const since = waitsSince(emergency);
  return since !== null && now - since >= REQUEST_ANSWER_SECONDS * 1000;
}

const mayAsk = (emergency: Emergency, person: DeskPerson, now: number): boolean =>
  person.isAtWork &&
  isOpen(emergency) &&
  isFree(emergency, person) &&
  (waitsSince(emergency) === null || isUnanswered(emergency, now));

/** What a person can do with an emergency now. The server decides; this says what to offer (ROAD-03, ROAD-05). */
export const deskCan = {
  claim: (emergency: Emergency, { isAtWork }: DeskPerson) =>
    isAtWork && isOpen(emergency) && emergency.claim === null,
  release: isOwnAtWork,
  handOver: isOwnAtWork,
  answerOffer: (emergency: Emergency, { id, isAtWork }: DeskPerson) =>
    isAtWork && id !== null && emergency.claim?.offeredToId === id,
  assign: (emergency: Emergency, person: DeskPerson, now: number) =>
    mayAsk(emergency, person, now) && emergency.mechanic === null,
  cancel: mayAsk,
};

function isOwnAtWork(emergency: Emergency, person: DeskPerson): boolean {
  return person.isAtWork && isMine(emergency, person);
}
