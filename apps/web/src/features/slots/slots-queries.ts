import { createSlot, listSlots, minutesOf, type Slot, type StoredSlot, updateSlot } from '@wayside/contract/slots';
import { foldText } from '@wayside/contract/wire/fold-text';
import { call } from '../../lib/api.ts';
import { type Before, type InputOf, updateOf } from '../../lib/changed-fields.ts';
import { orNotAvailable } from '../../lib/format.ts';
import { fullListQueries } from '../../list/full-list.ts';

export const SLOT_KEYS = { list: 'slots', one: 'slot', entity: 'slot' } as const;

export const { all: slotsQuery, found: foundSlotsQuery } = fullListQueries(
  SLOT_KEYS,
  listSlots,
  ({ startTime, endTime, duration }) => [startTime, endTime, duration],
);

export const sendSlot = (
  body: InputOf<typeof createSlot>,
  before: Before<StoredSlot, InputOf<typeof createSlot>> | null,
) =>
  before
    ? call(updateSlot, { params: { id: before.record.id }, ...updateOf(body, before) })
    : call(createSlot, { body });

type Times = Pick<Slot, 'startTime' | 'endTime'>;

/** Makes times comparable: "9:00", "09:00" and "9 am" are equal, and unreadable times are compared as text. */
const timeOf = (time: string | null): number | string => minutesOf(time ?? '') ?? foldText(time ?? '');

/** Returns another slot with the typed times, if there is one (SLOT-03). */
export function duplicateSlot(slots: readonly Slot[], typed: Times, ownId: string | null): Slot | undefined {
  const [start, end] = [timeOf(typed.startTime), timeOf(typed.endTime)];
  if (start === '' || end === '') return undefined;
  return slots.find(
    (slot) => slot.id !== ownId && timeOf(slot.startTime) === start && timeOf(slot.endTime) === end,
  );
}

export const slotTimes = (slot: Slot): string =>
  `${orNotAvailable(slot.startTime)} - ${orNotAvailable(slot.endTime)}`;
