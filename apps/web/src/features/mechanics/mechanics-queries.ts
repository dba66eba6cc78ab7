import { queryOptions } from '@tanstack/react-query';
import {
  APPLICATION_STATUSES,
  type ApplicationStatus,
  getMechanic,
  getNextApplication,
  listMechanics,
  type Mechanic,
  WAITING_STATUSES,
} from '@wayside/contract/mechanics';
import { PAGE_SIZE } from '@wayside/contract/wire/paging';
import { call } from '../../lib/api.ts';
import { callPage } from '../../lib/call-page.ts';
import { hasExtension } from '../../lib/config.ts';
import { forgetUnseen, queryClient, REFETCHED_ALWAYS, REFETCHED_ON_OPENING } from '../../lib/query-client.ts';
import { reloadShown } from '../../lib/shown-change.ts';
import { type ListView, listUrl } from '../../list/list-url.ts';
import { readPerson, reloadHistory } from '../../people/person-queries.ts';

/** How the mechanics stand in the address: page, search, status, the open one, and the one who is reviewed (NAV-09). */
export const mechanicsUrl = listUrl({
  filters: { status: APPLICATION_STATUSES },
  details: 'mechanic',
  others: ['review'],
});

/** Where mechanics are in the query cache. */
export const MECHANIC_KEYS = { list: 'mechanics', one: 'mechanic' } as const;

/** A page of mechanics under a search and a status (API-06). */
export function mechanicsQuery(view: ListView<'status'>) {
  const query = {
    page: view.page,
    limit: PAGE_SIZE,
    status: view.status as ApplicationStatus | null,
    search: view.search.trim() || null,
  };
  return queryOptions({
    queryKey: [MECHANIC_KEYS.list, query],
    queryFn: ({ signal }) => callPage(listMechanics, query, signal),
  });
}

/** One mechanic by id, who is not on the page that is shown; null where nobody has it, or the provider gives none. */
export function mechanicQuery(id: string) {
  return queryOptions({
    queryKey: [MECHANIC_KEYS.one, id],
    queryFn: ({ signal }) => readPerson(() => call(getMechanic, { params: { id }, signal })),
    ...REFETCHED_ON_OPENING,
  });
}

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
    ...REFETCHED_ALWAYS,
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

/** Loads again what a decision changes: the mechanics that are shown, their history, and who waits. */
export function reloadApplications(): Promise<unknown> {
  return Promise.all([reloadShown(MECHANIC_KEYS), reloadHistory(), reloadWaiting()]);
}
