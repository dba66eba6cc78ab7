import { QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { invalidateRecords, removeCachedRecord } from './cached-records.ts';
import { queryClient } from './query-client.ts';

const KEYS = { list: 'people', one: 'person' } as const;
const RAVI = { id: 'ravi', isBlocked: false };

type Person = typeof RAVI | null;

/** Observes details that take their record from a list and fetch it only after the list has removed it. */
function watchDetails() {
  const ask = vi.fn(() => Promise.resolve<Person>({ ...RAVI, isBlocked: true }));
  const options = (isInList: boolean): QueryObserverOptions<Person> => ({
    queryKey: [KEYS.one, RAVI.id],
    queryFn: ask,
    ...(isInList ? { initialData: RAVI } : {}),
    enabled: (query) => !isInList && query.state.data !== null,
    refetchOnMount: 'always',
  });
  const details = new QueryObserver(queryClient, queryClient.defaultQueryOptions(options(true)) as never);
  const stop = details.subscribe(() => undefined);
  /** Simulates that the list removes the record and the details render again. */
  const leaveList = () => details.setOptions(queryClient.defaultQueryOptions(options(false)) as never);
  return { ask, leaveList, stop, shown: () => details.getCurrentResult().data };
}

describe('details of a record in a list', () => {
  afterEach(() => queryClient.clear());

  test('[USER-06, MECH-09] do not fetch a deleted record, even when they close with a delay', async () => {
    const { ask, leaveList, stop, shown } = watchDetails();
    removeCachedRecord(KEYS, RAVI.id);
    const reloaded = invalidateRecords(KEYS);
    leaveList();
    await reloaded;
    expect(ask).not.toHaveBeenCalled();
    expect(shown()).toBeNull();
    stop();
  });

  test('[MECH-08] fetch a record once after a decision removes it from the list, and continue to show it', async () => {
    const { ask, leaveList, stop, shown } = watchDetails();
    await invalidateRecords(KEYS);
    expect(ask).not.toHaveBeenCalled();
    leaveList();
    expect(shown()).toEqual(RAVI);
    await vi.waitFor(() => expect(shown()).toEqual({ ...RAVI, isBlocked: true }));
    expect(ask).toHaveBeenCalledOnce();
    stop();
  });
});
