import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { type LinkOptions, linkOptions, type RegisteredRouter } from '@tanstack/react-router';
import { listBookings } from '@wayside/contract/bookings';
import { BOOKING_LIST, MECHANIC_LIST, PAYMENT_LIST, PAYMENT_OUT_LIST, USER_LIST } from '@wayside/contract/lists';
import { listMechanics } from '@wayside/contract/mechanics';
import { type FoundNote, searchNotes } from '@wayside/contract/notes';
import { listPayments } from '@wayside/contract/payments';
import { listPaymentsOut } from '@wayside/contract/payments-out';
import { listUsers } from '@wayside/contract/users';
import { foldText } from '@wayside/contract/wire/fold-text';
import type { Page } from '@wayside/contract/wire/paging';
import type { Permission } from '@wayside/contract/wire/permissions';
import { transactionKey } from '@wayside/contract/wire/transaction-id';
import { englishOf, type Message, msg, plural, t, verbatim } from '../languages/text.ts';
import { call } from '../lib/api.ts';
import { failureText } from '../lib/api-error.ts';
import { isOwnServer } from '../lib/config.ts';
import { formatDate, formatTotal, shortId } from '../lib/format.ts';
import { lookUp } from '../lib/look-up.ts';
import { UNCACHED_OPTIONS } from '../lib/query-client.ts';
import { may } from '../lib/session.ts';
import type { ScreenPath } from './navigation.ts';
import {
  bookingResult,
  paymentOutResult,
  paymentResult,
  personResult,
  type SearchResult,
} from './record-results.ts';
import { findPages } from './search-pages.ts';

interface Action {
  readonly label: Message;
  /** Search synonyms. */
  readonly words: string;
  readonly permission: Permission;
  readonly link: LinkOptions<RegisteredRouter, string, ScreenPath>;
  /** Whether only our own server has it. */
  readonly isOwn?: true;
}

const state = { start: 'form' } as const;
const CATALOGUE = { permission: 'catalogue:change' } as const;

const ACTIONS: readonly Action[] = [
  {
    label: msg('New payment run'),
    words: 'pay payout bank file',
    permission: 'money:move',
    link: linkOptions({ to: '/payouts/runs', state }),
    isOwn: true,
  },
  {
    label: msg('Close the day'),
    words: 'closing books',
    permission: 'money:move',
    link: linkOptions({ to: '/payouts/closing', state }),
    isOwn: true,
  },
  {
    label: msg('Invite a teammate'),
    words: 'team add member administrator',
    permission: 'team:manage',
    link: linkOptions({ to: '/team', state }),
    isOwn: true,
  },
  {
    label: msg('Send notification'),
    words: 'message new',
    permission: 'notifications:manage',
    link: linkOptions({ to: '/notifications', state }),
  },
  { label: msg('Add SOS service'), words: 'new', ...CATALOGUE, link: linkOptions({ to: '/services/sos', state }) },
  { label: msg('Add service'), words: 'new', ...CATALOGUE, link: linkOptions({ to: '/services/regular', state }) },
  { label: msg('Add part'), words: 'new', ...CATALOGUE, link: linkOptions({ to: '/services/parts', state }) },
  { label: msg('Add slot'), words: 'new time', ...CATALOGUE, link: linkOptions({ to: '/master/slots', state }) },
  {
    label: msg('Add vehicle model'),
    words: 'new company',
    ...CATALOGUE,
    link: linkOptions({ to: '/master/vehicle-models', state }),
  },
];

/** Returns the allowed actions whose words start with the typed words (PEOP-09). */
export function findActions(text: string, mayDo: typeof may): readonly SearchResult[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = ({ label, words }: Action) => {
    const known = `${englishOf(label)} ${t(label)} ${words}`.toLowerCase().split(' ');
    return typed.length > 0 && typed.every((part) => known.some((word) => word.startsWith(part)));
  };
  return ACTIONS.filter(
    (action) => (isOwnServer() || !action.isOwn) && mayDo(action.permission) && isFound(action),
  ).map(({ label, link }) => ({ value: `action ${englishOf(label)}`, label: t(label), link }));
}

const NOUNS: Readonly<Record<string, Message>> = {
  booking: msg('Booking'),
  user: msg('User'),
  mechanic: msg('Mechanic'),
};

/** Returns the name of a note's record: "Booking #0a1b2c", "Ravi Kumar". */
const recordOf = ({ entity, recordId, recordName }: FoundNote): string =>
  recordName?.trim() || `${t(lookUp(NOUNS, entity) ?? verbatim(entity))} #${shortId(recordId)}`;

const linkTo = ({ entity, recordId }: FoundNote) => {
  if (entity === 'booking') return linkOptions({ to: '/bookings', search: { booking: recordId } });
  if (entity === 'user') return linkOptions({ to: '/users', search: { user: recordId } });
  return linkOptions({ to: '/mechanics', search: { mechanic: recordId } });
};

/** Finds the newest notes that contain the words of a search; each result opens its record (WORK-04). */
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
  /** Whether nothing matches exactly. The results then have similar names and follow the exact results (FIND-03). */
  readonly isSimilar?: boolean;
  /** Why this list could not be searched. */
  readonly failure: string | null;
}

const LIMIT = 5;
/** How many people the search reads to find names that begin with the text, because the lists are ordered by time. */
const PEOPLE_READ = 50;
/** The minimum length of a search text, because a shorter text matches too many records. */
export const MIN_SEARCH_LENGTH = 3;
const ID_PART = /^[0-9a-f]+$/i;
/**
 * Part of a transaction id, phone number or amount. Names are excluded, because a name would list every payment of
 * that person.
 */
const PAYMENT_OUT_PART = /\d|^[A-Z]{3,}$/;

/** Returns 0 for a name that begins with the text, 1 for a name with a word that does, and 2 otherwise. */
function nameRank(name: string | null, text: string): number {
  const [folded, typed] = [foldText(name ?? ''), foldText(text)];
  if (folded.startsWith(typed)) return 0;
  return folded.split(/\s+/).some((word) => word.startsWith(typed)) ? 1 : 2;
}

/** Keeps only the people of a page whose names match best. */
function keepBestMatches<P extends { readonly name: string | null }>(page: Page<P>, text: string): Page<P> {
  const sorted = page.rows.toSorted((one, other) => nameRank(one.name, text) - nameRank(other.name, text));
  return { ...page, rows: sorted.slice(0, LIMIT) };
}

/** Returns the rows of a page as results, followed by one result that links to the remaining rows. */
function resultsOf<R>(
  { rows, total, isOpenEnded = false, isSimilar = false, isMore }: Page<R>,
  asResult: (row: R) => SearchResult,
  others: { readonly to: ScreenPath; readonly kind: FoundKind; readonly search: string },
): readonly SearchResult[] {
  const count = total - rows.length;
  const results = rows.map(asResult).map((result) => (isSimilar ? { ...result, isSimilar } : result));
  if (isOpenEnded || count <= 0 || !isOwnServer()) return results;
  const { to, kind, search } = others;
  const label = MORE[kind](count, { total: formatTotal({ total: count, isMore }) });
  return [...results, { value: `more of ${to}`, label, isMore: true, link: { to, search: { search } } }];
}

type FoundKind = 'customer' | 'mechanic' | 'booking' | 'payment' | 'transaction';

/** Labels of the last result of a group, which links to the remaining rows: "12 more customers". */
const MORE: Readonly<Record<FoundKind, (count: number, total: { readonly total: string }) => string>> = {
  customer: (count, total) => plural(count, '{total} more customer', '{total} more customers', total),
  mechanic: (count, total) => plural(count, '{total} more mechanic', '{total} more mechanics', total),
  booking: (count, total) => plural(count, '{total} more booking', '{total} more bookings', total),
  payment: (count, total) => plural(count, '{total} more payment', '{total} more payments', total),
  transaction: (count, total) => plural(count, '{total} more transaction', '{total} more transactions', total),
};

interface GroupLabels {
  readonly name: Message;
  /** The name of the group if nothing matches exactly. */
  readonly similar: Message;
  readonly failed: Message;
}

/** The groups of results, in the order of the queries. */
const GROUPS: readonly GroupLabels[] = [
  { name: msg('Customers'), similar: msg('Similar customers'), failed: msg('Failed to search customers') },
  { name: msg('Mechanics'), similar: msg('Similar mechanics'), failed: msg('Failed to search mechanics') },
  { name: msg('Bookings'), similar: msg('Similar bookings'), failed: msg('Failed to search bookings') },
  { name: msg('Payments'), similar: msg('Similar payments'), failed: msg('Failed to search payments') },
  { name: msg('Transactions'), similar: msg('Similar transactions'), failed: msg('Failed to search transactions') },
  { name: msg('Notes'), similar: msg('Similar notes'), failed: msg('Failed to search notes') },
];

function groupOf(
  { name, similar, failed }: GroupLabels,
  { data, error }: UseQueryResult<readonly SearchResult[]>,
): SearchGroup {
  const isSimilar = data?.some((result) => result.isSimilar) ?? false;
  return {
    name: t(isSimilar ? similar : name),
    isSimilar,
    results: data ?? [],
    failure: error && failureText(error, t(failed)),
  };
}

export function sortExactFirst(groups: readonly SearchGroup[], text: string): readonly SearchGroup[] {
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
 * Searches screens, people, bookings and payments with the calls of their lists. Each response is cached under its
 * search text, so a late response never appears for another text.
 */
export function useSearchResults(text: string): { groups: readonly SearchGroup[]; isSearching: boolean } {
  const query = { page: 1, limit: LIMIT, search: text, sort: null };
  const isOurs = isOwnServer();
  const search = (
    name: string,
    read: (signal: AbortSignal) => Promise<readonly SearchResult[]>,
    isSearched = true,
  ) => ({
    ...UNCACHED_OPTIONS,
    enabled: text.length >= MIN_SEARCH_LENGTH && isSearched,
    queryKey: ['find', name, text],
    queryFn: ({ signal }: { signal: AbortSignal }) => read(signal),
  });
  /** Searches a list and returns its first rows and a link to the others. */
  const searchList = <R>(
    to: ScreenPath,
    kind: FoundKind,
    read: (signal: AbortSignal) => Promise<Page<R>>,
    asResult: (row: R) => SearchResult,
    isSearched = true,
  ) =>
    search(kind, async (signal) => resultsOf(await read(signal), asResult, { to, kind, search: text }), isSearched);
  const results = useQueries({
    queries: [
      searchList(
        '/users',
        'customer',
        async (signal) =>
          keepBestMatches(
            await call(listUsers, { query: { ...USER_LIST.none, ...query, limit: PEOPLE_READ }, signal }),
            text,
          ),
        (user) => personResult(user, 'user', text),
      ),
      searchList(
        '/mechanics',
        'mechanic',
        async (signal) =>
          keepBestMatches(
            await call(listMechanics, { query: { ...MECHANIC_LIST.none, ...query, limit: PEOPLE_READ }, signal }),
            text,
          ),
        (mechanic) => personResult(mechanic, 'mechanic', text),
      ),
      searchList(
        '/bookings',
        'booking',
        (signal) => call(listBookings, { query: { ...BOOKING_LIST.none, ...query }, signal }),
        (booking) => bookingResult(booking, text),
        isOurs || ID_PART.test(text),
      ),
      searchList(
        '/payments',
        'payment',
        (signal) => call(listPayments, { query: { ...PAYMENT_LIST.none, ...query }, signal }),
        (payment) => paymentResult(payment, text),
        isOurs && may('payments:read'),
      ),
      searchList(
        '/payouts/history',
        'transaction',
        (signal) => call(listPaymentsOut, { query: { ...PAYMENT_OUT_LIST.none, ...query }, signal }),
        paymentOutResult,
        isOurs && PAYMENT_OUT_PART.test(text) && may('payouts:read'),
      ),
      search('note', (signal) => findNotes(text, LIMIT, signal), isOurs),
    ],
  });
  const groups = [
    { name: t('Screens'), results: findPages(text, may), failure: null },
    { name: t('Actions'), results: findActions(text, may), failure: null },
    ...GROUPS.flatMap((labels, index) => (results[index] ? groupOf(labels, results[index]) : [])),
  ].filter(({ results: found, failure }) => found.length > 0 || failure !== null);
  const isSimilar = (group: SearchGroup) => Number(group.isSimilar ?? false);
  return {
    groups: sortExactFirst(
      groups.toSorted((one, other) => isSimilar(one) - isSimilar(other)),
      text,
    ),
    isSearching: results.some(({ isFetching }) => isFetching),
  };
}
