import { queryOptions } from '@tanstack/react-query';
import { createSlot, deleteSlot, listSlots, type StoredSlot, updateSlot } from '@wayside/contract/slots';
import { call } from '../../lib/api.ts';
import { type Before, type InputOf, updateOf } from '../../lib/changed-fields.ts';
import { type ListView, wholePage } from '../../list/list-url.ts';

/** The first elements of the query keys of slots. */
export const SLOT_KEYS = { list: 'slots', one: 'slot' } as const;

/** All slots (API-11). */
export const slotsQuery = queryOptions({
  queryKey: [SLOT_KEYS.list],
  queryFn: ({ signal }) => call(listSlots, { signal }),
});

/** The slots whose start time, end time or duration matches a search (SLOT-02). */
export function foundSlotsQuery({ search }: ListView<never>) {
  return queryOptions({
    ...slotsQuery,
    select: (answer) => wholePage(answer, search, (slot) => [slot.startTime, slot.endTime, slot.duration]),
  });
}

/** Deletes a time slot (SLOT-06). */
export const sendSlotDeletion = (id: string) => call(deleteSlot, { params: { id } });

/** Creates a time slot, or sends what was changed of the stored one (SLOT-03 to SLOT-06). */
export const sendSlot = (
  body: InputOf<typeof createSlot>,
  before: Before<StoredSlot, InputOf<typeof createSlot>> | null,
) =>
  before
    ? call(updateSlot, { params: { id: before.record.id }, ...updateOf(body, before) })
    : call(createSlot, { body });
