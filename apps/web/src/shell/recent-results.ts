import { useQueries } from '@tanstack/react-query';
import { listBookings } from '@wayside/contract/bookings';
import { BOOKING_LIST } from '@wayside/contract/lists';
import { getMechanic } from '@wayside/contract/mechanics';
import { getPayment } from '@wayside/contract/payments';
import type { Recent } from '@wayside/contract/preferences';
import { getUser } from '@wayside/contract/users';
import { call } from '../lib/api.ts';
import { usePreferences } from '../lib/preferences.ts';
import { may } from '../lib/session.ts';
import { bookingResult, paymentResult, personResult, type SearchResult } from './record-results.ts';

const FRESH_MS = 60_000;

/** Reads what a record is called now; null where it is gone. */
async function resultOf({ kind, id }: Recent, signal: AbortSignal): Promise<SearchResult | null> {
  const one = { params: { id }, signal };
  switch (kind) {
    case 'user':
      return personResult((await call(getUser, one)).record, 'user', '');
    case 'mechanic':
      return personResult((await call(getMechanic, one)).record, 'mechanic', '');
    case 'payment':
      return paymentResult((await call(getPayment, one)).record);
    case 'booking': {
      const query = { ...BOOKING_LIST.none, page: 1, limit: 1, search: id };
      const { rows } = await call(listBookings, { query, signal });
      return rows[0] ? bookingResult(rows[0]) : null;
    }
  }
}

/** The records that were opened last, the latest first, with their labels read again; without those that are gone (WORK-03). */
export function useRecentResults(isShown: boolean): readonly SearchResult[] {
  const recents = (usePreferences().recents ?? []).filter(({ kind }) => kind !== 'payment' || may('payments:read'));
  const results = useQueries({
    queries: recents.map((recent) => ({
      queryKey: ['recent', recent.kind, recent.id],
      queryFn: ({ signal }: { signal: AbortSignal }) => resultOf(recent, signal),
      enabled: isShown,
      staleTime: FRESH_MS,
      refetchOnMount: true,
      retry: false,
    })),
  });
  return isShown ? results.flatMap(({ data }) => data ?? []) : [];
}
