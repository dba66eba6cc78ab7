import { queryOptions } from '@tanstack/react-query';
import { listSlots } from '@wayside/contract/slots';
import { call } from '../../lib/api.ts';
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
