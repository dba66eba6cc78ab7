import { queryOptions } from '@tanstack/react-query';
import { getNextApplication, listMechanics, type Mechanic, WAITING_STATUSES } from '@wayside/contract/mechanics';
import { call } from '../../lib/api.ts';
import { hasExtension } from '../../lib/config.ts';
import { forgetUnseen, queryClient } from '../../lib/query-client.ts';
import { mechanicQuery } from './mechanics-queries.ts';

const KEY = 'applications';
/** As many as a provider gives at once. */
const MOST = 100;

export interface NextApplication {
  /** Null when no other waits. */
  readonly mechanicId: string | null;
  /** How many wait in all. */
  readonly waiting: number;
}

/** The application to look at next, behind the one that is open, and how many wait (MECH-08). */
export function nextApplicationQuery(after: string | null) {
  return queryOptions({
    queryKey: [KEY, 'next', after],
    queryFn: async ({ signal }): Promise<NextApplication> => {
      if (hasExtension('records')) return call(getNextApplication, { query: { after }, signal });
      const { rows, total } = await listWaiting(signal);
      return { mechanicId: nextInLine(rows, after), waiting: total };
    },
  });
}

/** The mechanic who is reviewed, as they are now; null where they are not to be found. */
export function reviewedQuery(id: string) {
  const one = mechanicQuery(id);
  return queryOptions({
    ...one,
    ...(hasExtension('records')
      ? {}
      : {
          queryFn: async ({ signal }: { signal: AbortSignal }) => {
            const { rows } = await listWaiting(signal);
            // Once decided they wait no more, and what is known of them stays.
            return rows.find((mechanic) => mechanic.id === id) ?? queryClient.getQueryData(one.queryKey) ?? null;
          },
        }),
    // A decision needs the present state, also of one that was looked at a minute ago.
    staleTime: 0,
  });
}

/** Loads again who waits, wherever that is shown. */
export function reloadWaiting(): Promise<void> {
  forgetUnseen({ queryKey: [KEY] });
  return queryClient.refetchQueries({ queryKey: [KEY], type: 'active' });
}

/** Who waits with a provider that does not tell who is next: longest first. */
async function listWaiting(signal: AbortSignal): Promise<{ rows: Mechanic[]; total: number }> {
  const pages = await Promise.all(
    WAITING_STATUSES.map(async (status) => {
      const page = await call(listMechanics, { query: { page: 1, limit: MOST, status, search: null }, signal });
      // A provider that leaves the filter out sends others along, who are not to be decided on (MECH-08).
      const rows = page.rows.filter((mechanic) => mechanic.status === status);
      return { rows, total: rows.length === page.rows.length ? page.total : rows.length };
    }),
  );
  const rows = pages.flatMap((page) => page.rows);
  rows.sort((a, b) => (a.createdAt ?? '').localeCompare(b.createdAt ?? ''));
  return { rows, total: pages.reduce((sum, page) => sum + page.total, 0) };
}

function nextInLine(rows: readonly Mechanic[], after: string | null): string | null {
  const place = rows.findIndex(({ id }) => id === after);
  const next = rows[place + 1] ?? rows[0];
  return next && next.id !== after ? next.id : null;
}
