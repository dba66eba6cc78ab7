import { queryOptions } from '@tanstack/react-query';
import { listOpenCalls, takeCall } from '@wayside/contract/calls';
import { create } from 'zustand';
import { call } from './api.ts';
import { preferences } from './preferences.ts';
import { queryClient } from './query-client.ts';
import { may } from './session.ts';

/** Whether a call has been received (PEOP-07). */
export const useHasCalls = create<boolean>()(() => false);

export const announceCalls = (): void => useHasCalls.setState(true, true);

/** Query of the calls that no user has taken (PEOP-07). */
export const openCallsQuery = queryOptions({
  queryKey: ['open-calls'],
  queryFn: ({ signal }) => call(listOpenCalls, { signal }),
  staleTime: 0,
});

let isReading = false;
let isNewer = false;

/** Loads the open calls after a change and shows the card unless it is turned off. */
export async function showCalls(): Promise<void> {
  if (preferences().callCard === 'hidden' || !may(listOpenCalls)) return;
  isNewer = true;
  if (isReading) return;
  isReading = true;
  while (isNewer) {
    isNewer = false;
    const found = await queryClient.fetchQuery(openCallsQuery).catch(() => null);
    if (found && found.rows.length > 0) announceCalls();
  }
  isReading = false;
}

export const sendTake = (id: string) => call(takeCall, { params: { id } });
