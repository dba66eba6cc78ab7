import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { listBookings } from '@wayside/contract/bookings';
import { BOOKING_LIST, MECHANIC_LIST, PAYMENT_LIST, USER_LIST } from '@wayside/contract/lists';
import { listMechanics } from '@wayside/contract/mechanics';
import { type FoundNote, searchNotes } from '@wayside/contract/notes';
import { listPayments } from '@wayside/contract/payments';
import { listPaymentsOut } from '@wayside/contract/payments-out';
import { listUsers } from '@wayside/contract/users';
import type { Page } from '@wayside/contract/wire/paging';
import { transactionKey } from '@wayside/contract/wire/transaction-id';
import { call } from '../lib/api.ts';
import { failureText } from '../lib/api-error.ts';
import { isOwnServer } from '../lib/config.ts';
import { formatCount, formatDate, shortId } from '../lib/format.ts';
import { matchesText } from '../lib/matches-text.ts';
import { NOT_CACHED } from '../lib/query-client.ts';
import { may } from '../lib/session.ts';
import { allPages, type ScreenPath } from './navigation.ts';
import {
  bookingResult,
  paymentOutResult,
  paymentResult,
  personResult,
  type SearchResult,
} from './record-results.ts';
import { actionsNamed } from './search-actions.ts';

const NOUNS: Readonly<Record<string, string>> = { booking: 'Booking', user: 'User', mechanic: 'Mechanic' };

/** The record of a note: "Booking #0a1b2c", "Ravi Kumar". */
const recordOf = ({ entity, recordId, recordName }: FoundNote): string =>
  recordName?.trim() || `${NOUNS[entity] ?? entity} #${shortId(recordId)}`;

const linkTo = ({ entity, recordId }: FoundNote) => {
  if (entity === 'booking') return linkOptions({ to: '/bookings', search: { booking: recordId } });
  if (entity === 'user') return linkOptions({ to: '/users', search: { user: recordId } });
  return linkOptions({ to: '/mechanics', search: { mechanic: recordId } });
};

/** The newest notes with the words of a search, each leading to its record (WORK-04). */
async function findNotes(search: string, limit: number, signal: AbortSignal) {
  const { rows } = await call(searchNotes, { query: { page: 1, limit, search }, signal });
  return rows.map((note) => ({
    value: `note ${note.id}`,
    label: note.text.replaceAll(/\s+/g, ' '),
    detail: `${recordOf(note)} · ${note.author} · ${formatDate(note.createdAt)}`,
    link: linkTo(note),
  }));
}

export interface SearchGroup {
  readonly name: string;
  readonly results: readonly SearchResult[];
  /** Nothing of it matches exactly: its results have similar names, and come after exact ones (FIND-03). */
  readonly isSimilar?: boolean;
  /** Why this list could not be searched. */
  readonly failure: string | null;
}

const LIMIT = 5;
/** A shorter text is in too many records. */
export const SHORTEST = 3;
const ID_PART = /^[0-9a-f]+$/i;
/** A part of a transaction id, a phone number or an amount; names alone would list every payment of a person. */
const PAYMENT_OUT_PART = /\d|^[A-Z]{3,}$/;

/** The rows of a page as results, and one that leads to the others. */
function resultsOf<R>(
  { rows, total, isOpenEnded = false, isSimilar = false }: Page<R>,
  asResult: (row: R) => SearchResult,
  others: { readonly to: ScreenPath; readonly noun: string; readonly search: string },
): readonly SearchResult[] {
  const count = total - rows.length;
  const results = rows.map(asResult).map((result) => (isSimilar ? { ...result, isSimilar } : result));
  if (isOpenEnded || count <= 0 || !isOwnServer()) return results;
  const { to, noun, search } = others;
  const label = `${formatCount(count)} more ${noun}${count === 1 ? '' : 's'}`;
  return [...results, { value: `more of ${to}`, label, isMore: true, link: { to, search: { search } } }];
}

const screenResult = ({ to, label }: { readonly to: ScreenPath; readonly label: string }): SearchResult => ({
  value: to,
  label,
  link: { to },
});

function screensNamed(text: string): readonly SearchResult[] {
  return allPages(may)
    .map(screenResult)
    .filter(({ label }) => matchesText([label], text));
}

function groupOf(name: string, { data, error }: UseQueryResult<readonly SearchResult[]>): SearchGroup {
  const isSimilar = data?.some((result) => result.isSimilar) ?? false;
  return {
    name: isSimilar ? `Similar ${name.toLowerCase()}` : name,
    isSimilar,
    results: data ?? [],
    failure: error && failureText(error, `Failed to search ${name.toLowerCase()}`),
  };
}

/** Puts the record whose complete id was typed first, in its group and before the other groups. @param text an id, however it is written */
export function exactFirst(groups: readonly SearchGroup[], text: string): readonly SearchGroup[] {
  const key = transactionKey(text);
  const isExact = ({ ids }: SearchResult) => ids?.some((id) => transactionKey(id) === key) ?? false;
  const rank = (isFirst: boolean) => (isFirst ? 0 : 1);
  if (key === '') return groups;
  return groups
    .map((group) => ({
      ...group,
      results: group.results.toSorted((one, other) => rank(isExact(one)) - rank(isExact(other))),
    }))
    .toSorted((one, other) => rank(one.results.some(isExact)) - rank(other.results.some(isExact)));
}

/**
 * Searches screens, people, bookings and payments by the calls of their lists. Each answer is cached under its text,
 * so a late one is never shown for another text.
 */
export function useSearchResults(text: string): { groups: readonly SearchGroup[]; isSearching: boolean } {
  const enabled = text.length >= SHORTEST;
  const query = { page: 1, limit: LIMIT, search: text, sort: null };
  const search = (list: string, read: (signal: AbortSignal) => Promise<readonly SearchResult[]>) => ({
    ...NOT_CACHED,
    enabled,
    queryKey: [`find ${list}`, text],
    queryFn: ({ signal }: { signal: AbortSignal }) => read(signal),
  });
  const isOurs = isOwnServer();
  const results = useQueries({
    queries: [
      search('users', async (signal) =>
        resultsOf(
          await call(listUsers, { query: { ...USER_LIST.none, ...query }, signal }),
          (user) => personResult(user, 'user', text),
          {
            to: '/users',
            noun: 'customer',
            search: text,
          },
        ),
      ),
      search('mechanics', async (signal) =>
        resultsOf(
          await call(listMechanics, { query: { ...MECHANIC_LIST.none, ...query }, signal }),
          (mechanic) => personResult(mechanic, 'mechanic', text),
          { to: '/mechanics', noun: 'mechanic', search: text },
        ),
      ),
      {
        ...search('bookings', async (signal) =>
          resultsOf(
            await call(listBookings, { query: { ...BOOKING_LIST.none, ...query }, signal }),
            bookingResult,
            {
              to: '/bookings',
              noun: 'booking',
              search: text,
            },
          ),
        ),
        enabled: enabled && (isOurs || ID_PART.test(text)),
      },
      {
        ...search('payments', async (signal) =>
          resultsOf(
            await call(listPayments, { query: { ...PAYMENT_LIST.none, ...query }, signal }),
            paymentResult,
            {
              to: '/payments',
              noun: 'payment',
              search: text,
            },
          ),
        ),
        enabled: enabled && isOurs && may('payments:read'),
      },
      {
        ...search('transactions', async (signal) =>
          resultsOf(
            await call(listPaymentsOut, { query: { ...query, kind: null, from: null, to: null }, signal }),
            paymentOutResult,
            { to: '/payouts/history', noun: 'transaction', search: text },
          ),
        ),
        enabled: enabled && PAYMENT_OUT_PART.test(text) && isOwnServer() && may('payouts:read'),
      },
      {
        ...search('notes', (signal) => findNotes(text, LIMIT, signal)),
        enabled: enabled && isOwnServer(),
      },
    ],
  });
  const [users, mechanics, bookings, payments, transactions, notes] = results;
  const groups = [
    { name: 'Screens', results: screensNamed(text), failure: null },
    { name: 'Actions', results: actionsNamed(text, may), failure: null },
    groupOf('Customers', users),
    groupOf('Mechanics', mechanics),
    groupOf('Bookings', bookings),
    groupOf('Payments', payments),
    groupOf('Transactions', transactions),
    groupOf('Notes', notes),
  ];
  return {
    groups: exactFirst(
      groups
        .filter(({ results, failure }) => results.length > 0 || failure !== null)
        .toSorted((one, other) => Number(one.isSimilar ?? false) - Number(other.isSimilar ?? false)),
      text,
    ),
    isSearching: results.some(({ isFetching }) => isFetching),
  };
}
