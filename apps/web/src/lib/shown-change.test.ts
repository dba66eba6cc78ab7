import { QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from './query-client.ts';
import { reloadShown, showGone } from './shown-change.ts';

const KEYS = { list: 'people', one: 'person' } as const;
const RAVI = { id: 'ravi', isBlocked: false };

type Person = typeof RAVI | null;

/** The details of somebody whom a list holds: they are watched, and asked for only when the list holds them no more. */
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
  /** The list holds them no more, and the details are drawn again. */
  const leaveList = () => details.setOptions(queryClient.defaultQueryOptions(options(false)) as never);
  return { ask, leaveList, stop, shown: () => details.getCurrentResult().data };
}

describe('details of somebody whom the list holds', () => {
  afterEach(() => queryClient.clear());

  test('[USER-06, MECH-09] a deleted one is not asked for, however late the details close', async () => {
    const { ask, leaveList, stop, shown } = watchDetails();
    showGone(KEYS, RAVI.id);
    const reloaded = reloadShown(KEYS);
    leaveList();
    await reloaded;
    expect(ask).not.toHaveBeenCalled();
    expect(shown()).toBeNull();
    stop();
  });

  test('[MECH-08] one whom a decision takes out of the list is asked for once, and stays meanwhile', async () => {
    const { ask, leaveList, stop, shown } = watchDetails();
    await reloadShown(KEYS);
    expect(ask).not.toHaveBeenCalled();
    leaveList();
    expect(shown()).toEqual(RAVI);
    await vi.waitFor(() => expect(shown()).toEqual({ ...RAVI, isBlocked: true }));
    expect(ask).toHaveBeenCalledOnce();
    stop();
  });
});
