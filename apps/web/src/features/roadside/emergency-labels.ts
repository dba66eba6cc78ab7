import { type Emergency, REQUEST_TIMEOUT_SECONDS } from '@wayside/contract/roadside';
import type { EmergencyStepKind, ExclusionReason } from '@wayside/contract/roadside-requests';
import type { EmergencyState } from '@wayside/contract/roadside-states';
import { stripUnknownPrefix } from '@wayside/contract/wire/fields';
import type { PersonRef } from '@wayside/contract/wire/person-ref';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import { notAvailable } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { vehicleTypeName } from '../../lib/vehicle-types.ts';
import type { Tone } from '../../ui/badge.tsx';
import { personName } from '../people/person-link.tsx';

export const STATE_LABELS: Readonly<Record<EmergencyState, Message>> = {
  new: msg('New'),
  claimed: msg('Claimed'),
  assigned: msg('Assigned'),
  on_site: msg('On site'),
  ended: msg('Ended'),
};

export const stateLabel = (state: Emergency['state']): string =>
  t(lookUp<Message>(STATE_LABELS, state) ?? verbatim(stripUnknownPrefix(state)));

const MISSED: Readonly<Record<string, Message>> = {
  new: msg('it was not claimed in time'),
  claimed: msg('no mechanic was assigned in time'),
  assigned: msg('no mechanic arrived in time'),
};

/** Returns a text for the missed target: the target of the state, or only the target of the wait since the call. */
export const missedTargetText = ({ state }: Pick<Emergency, 'state'>, isStateLate: boolean): string =>
  t(
    isStateLate
      ? (lookUp(MISSED, state) ?? msg('it is taking too long'))
      : msg('the customer has waited too long in total'),
  );

/** Returns the time when the customer's wait began. */
export const calledAt = ({ createdAt, since }: Pick<Emergency, 'createdAt' | 'since'>): string =>
  createdAt ?? since;

/**
 * Returns when the first target is missed, either of the state or of the wait since the call. Null if there is no
 * target (DESK-01).
 */
export function overdueAt({ dueAt, waitDueAt }: Pick<Emergency, 'dueAt' | 'waitDueAt'>): number | null {
  const instants = [dueAt, waitDueAt].flatMap((at) => (at === null ? [] : [Date.parse(at)]));
  return instants.length === 0 ? null : Math.min(...instants);
}

/** Seconds past the target for each level: amber, red, dark red (DESK-01). The queue is sorted in the same order. */
export const OVERDUE_FROM_SECONDS = { 1: 0, 2: 120, 3: 600 } as const;
export type OverdueLevel = keyof typeof OVERDUE_FROM_SECONDS;

/** Returns how overdue an emergency is; null if it is not late. */
export function overdueLevel(lateAtMs: number | null, nowMs: number): OverdueLevel | null {
  if (lateAtMs === null || nowMs < lateAtMs) return null;
  const seconds = (nowMs - lateAtMs) / 1000;
  if (seconds >= OVERDUE_FROM_SECONDS[3]) return 3;
  return seconds >= OVERDUE_FROM_SECONDS[2] ? 2 : 1;
}

/** Returns an hour in the business time zone: "08:00–09:00". */
export const hourText = (hour: number): string =>
  `${String(hour).padStart(2, '0')}:00–${String((hour + 1) % 24).padStart(2, '0')}:00`;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const twoDigits = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/** Returns an elapsed time: "2:14", "1:02:14", or "9d 4h" from one day on. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole >= DAY)
    return t('{days}d {hours}h', { days: Math.floor(whole / DAY), hours: Math.floor((whole % DAY) / HOUR) });
  const minutes = `${whole >= HOUR ? twoDigits((whole % HOUR) / MINUTE) : Math.floor(whole / MINUTE)}:${twoDigits(whole % MINUTE)}`;
  return whole >= HOUR ? `${Math.floor(whole / HOUR)}:${minutes}` : minutes;
}

/** Returns the seconds of a typed target such as "1:30"; null if it is invalid. */
export function targetSecondsOf(typed: string): number | null {
  const [, minutes, seconds = '0'] = /^\s*(\d{1,4})(?::(\d{1,2}))?\s*$/.exec(typed) ?? [];
  const total = Number(minutes) * MINUTE + Number(seconds);
  return Number(seconds) < MINUTE && total >= 1 && total <= DAY ? total : null;
}

/** Returns a target in input format: "90:00". */
export const targetText = (seconds: number): string =>
  `${Math.floor(seconds / MINUTE)}:${twoDigits(seconds % MINUTE)}`;

export const problemText = ({ problem }: Pick<Emergency, 'problem'>): string =>
  problem?.trim() || t('No problem described');

export const vehicleText = ({ vehicleTypes }: Pick<Emergency, 'vehicleTypes'>): string =>
  [...new Set(vehicleTypes.map((type) => type.trim()).filter(Boolean))].map(vehicleTypeName).join(', ') ||
  t('Vehicle unknown');

/** Returns "Flat tyre, Ravi Kumar". A final full stop of the problem is removed. */
export const emergencyName = (emergency: Emergency): string =>
  `${problemText(emergency).replace(/[.।]\s*$/, '')}, ${emergency.customer?.name?.trim() || notAvailable()}`;

/** Returns a distance: "1.2 km", "850 m". */
export const distanceText = (metres: number): string =>
  metres < 995
    ? t('{distance} m', { distance: Math.round(metres / 10) * 10 })
    : t('{distance} km', { distance: (metres / 1000).toFixed(metres < 9_950 ? 1 : 0) });

/** Returns the state of a request as text; the text of a pending request depends on its waiting time (ROAD-05). */
export function requestLabel(
  { kind, mechanic, state }: NonNullable<Emergency['request']>,
  waitedSeconds: number,
): { readonly text: string; readonly tone: Tone } {
  const isCancelling = kind === 'cancel';
  if (state === 'waiting' && waitedSeconds >= REQUEST_TIMEOUT_SECONDS)
    return { text: t('The marketplace has not responded'), tone: 'danger' };
  if (state === 'waiting')
    return {
      text: isCancelling
        ? t('Cancellation requested')
        : t('Requested {mechanic}', { mechanic: mechanicName(mechanic) }),
      tone: 'info',
    };
  if (state === 'confirmed')
    return {
      text: isCancelling
        ? t('Cancellation confirmed')
        : t('{mechanic} confirmed', { mechanic: mechanicName(mechanic) }),
      tone: 'success',
    };
  if (state === 'overruled')
    return {
      text: isCancelling ? t('The marketplace did not cancel it') : t('The marketplace sent another mechanic'),
      tone: 'warning',
    };
  return { text: t('Requested again'), tone: 'neutral' };
}

export const mechanicName = (mechanic: Pick<PersonRef, 'id' | 'name'> | null): string =>
  mechanic?.id ? personName({ id: mechanic.id, name: mechanic.name }, 'mechanic') : t('a mechanic');

/** The reasons why a mechanic is excluded (ROAD-04). */
export const EXCLUSION_LABELS: Readonly<Record<ExclusionReason, Message>> = {
  busy: msg('Has an open booking'),
  not_available: msg('Not available'),
  blocked: msg('Blocked'),
  other_vehicle: msg('Another kind of vehicle'),
  old_position: msg('Position older than 15 min'),
  too_far: msg('Too far'),
};

/** The label of each step in the timeline; `{person}` is the mechanic or the colleague (ROAD-03). */
export const STEP_LABELS: Readonly<Record<EmergencyStepKind, Message>> = {
  pending: msg('Waiting for a mechanic'),
  accepted: msg('Accepted by {person}'),
  arrived: msg('{person} is on site'),
  ended: msg('Ended'),
  cancelled: msg('Cancelled'),
  mechanic_changed: msg('The marketplace sent {person}'),
  claimed: msg('Claimed'),
  lapsed: msg('The claim expired because the desk was closed'),
  released: msg('Released'),
  offered: msg('Offered to {person}'),
  offer_withdrawn: msg('The offer to {person} was withdrawn'),
  handed_over: msg('Taken over from {person}'),
  declined: msg('Declined the offer of {person}'),
  assign_requested: msg('Requested {person} from the marketplace'),
  assign_confirmed: msg('The marketplace confirmed {person}'),
  assign_overruled: msg('The marketplace did not send {person}'),
  cancel_requested: msg('Requested cancellation from the marketplace'),
  cancel_confirmed: msg('The marketplace cancelled it as requested'),
  cancel_overruled: msg('The marketplace did not cancel it'),
};
