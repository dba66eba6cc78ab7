import type { Emergency } from '@wayside/contract/roadside';
import { isUnanswered } from './desk-can.ts';

/**
 * What sounds: an emergency that nobody has claimed, a request that the marketplace has not answered, and once, a hand-over that is
 * offered (ROAD-02, ROAD-03, ROAD-05).
 */
export type AlarmKind = 'new' | 'unanswered' | 'offer';
export interface Alarm {
  readonly id: string;
  readonly kind: AlarmKind;
}

/** A sound comes again after so long, until what it is about is over. */
export const REPEAT_MS = 10_000;

/** What sounds at a desk; an unanswered request does where the claim is, or at the desk that has asked; an offer where it is made. */
export function alarmsOf(emergencies: readonly Emergency[], me: string | null, now: number): Alarm[] {
  return emergencies.flatMap((emergency): Alarm[] => {
    const { id, state, claim, request } = emergency;
    const isHere = (claim?.ownerId ?? request?.requestedById) === me;
    if (isHere && isUnanswered(emergency, now)) return [{ id, kind: 'unanswered' }];
    if (claim !== null && me !== null && claim.offeredToId === me) return [{ id, kind: 'offer' }];
    return state === 'new' ? [{ id, kind: 'new' }] : [];
  });
}

/** Which alarms have sounded, and when and for what the last repeated sound was. */
export interface AlarmState {
  readonly keys: ReadonlySet<string>;
  readonly at: number;
  readonly last: AlarmKind | null;
}
export const NO_ALARM: AlarmState = { keys: new Set(), at: Number.NEGATIVE_INFINITY, last: null };

const isRepeated = ({ kind }: Alarm): boolean => kind !== 'offer';
const keyOf = ({ id, kind }: Alarm): string => `${kind} ${id}`;

/**
 * Which sound is due, and the state after it. A new alarm sounds at once, also for a claim that has expired; then it repeats, and two kinds
 * take turns. An offer sounds once.
 */
export function nextSound(
  alarmState: AlarmState,
  alarms: readonly Alarm[],
  now: number,
): { readonly sound: AlarmKind | null; readonly alarmState: AlarmState } {
  const keys = new Set(alarms.map(keyOf));
  const fresh = alarms.filter((alarm) => !alarmState.keys.has(keyOf(alarm)));
  const [begun, repeated] = [fresh.filter(isRepeated), alarms.filter(isRepeated)];
  const isDue = begun.length > 0 || (repeated.length > 0 && now - alarmState.at >= REPEAT_MS);
  if (!isDue) return { sound: fresh.length > 0 ? 'offer' : null, alarmState: { ...alarmState, keys } };
  const kinds = new Set((begun.length > 0 ? begun : repeated).map(({ kind }) => kind));
  const sound = kinds.has('new') && !(kinds.has('unanswered') && alarmState.last === 'new') ? 'new' : 'unanswered';
  return { sound, alarmState: { keys, at: now, last: sound } };
}
