import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { type LinkOptions, linkOptions, type RegisteredRouter } from '@tanstack/react-router';
import { ANY_BOOKING, type Booking, listBookings } from '@wayside/contract/bookings';
import { listMechanics, type Mechanic } from '@wayside/contract/mechanics';
import { listUsers, type User } from '@wayside/contract/users';
import { call } from '../lib/api.ts';
import { failureText } from '../lib/api-error.ts';
import { hasExtension } from '../lib/config.ts';
import { formatDate, orNotAvailable, shortId } from '../lib/format.ts';
import { NOT_CACHED } from '../lib/query-client.ts';
import { may } from '../lib/session.ts';
import type { ComboboxOption } from '../ui/combobox.tsx';
import { accountPages, linksFor, NAVIGATION, type ScreenPath } from './navigation.ts';
import { findNotes } from './note-results.ts';

/** A person, a booking or a screen, and the link to it. */
export interface SearchResult extends ComboboxOption {
  readonly link: LinkOptions<RegisteredRouter, string, ScreenPath>;
}

export interface SearchGroup {
  readonly name: string;
  readonly results: readonly SearchResult[];
  /** Why this list could not be searched. */
  readonly failure: string | null;
}

const LIMIT = 5;
/** A shorter text is in too many records. */
const SHORTEST = 3;
const ID_PART = /^[0-9a-f]+$/i;

const detailOf = ({ phone, email }: User | Mechanic) => [phone, email].filter(Boolean).join(' · ');

function bookingResult({ id, customer, createdAt }: Booking): SearchResult {
  const detail = `${orNotAvailable(customer?.name)} · ${formatDate(createdAt)}`;
  return {
    value: `booking ${id}`,
    label: `Booking ${shortId(id)}`,
    detail,
    link: linkOptions({ to: '/bookings', search: { booking: id } }),
  };
}

function personResult(person: User | Mechanic, key: 'user' | 'mechanic', search: string): SearchResult {
  // A provider that has no record by id has it in its list, under the text that it was found by.
  const found = hasExtension('records') ? {} : { search };
  return {
    value: `${key} ${person.id}`,
    label: orNotAvailable(person.name),
    detail: detailOf(person),
    link: {
      user: linkOptions({ to: '/users', search: { user: person.id, ...found } }),
      mechanic: linkOptions({ to: '/mechanics', search: { mechanic: person.id, ...found } }),
    }[key],
  };
}

const screenResult = ({ to, label }: { readonly to: ScreenPath; readonly label: string }): SearchResult => ({
  value: to,
  label,
  link: { to },
});

function screensNamed(text: string): readonly SearchResult[] {
  const links = [
    ...linksFor(
      NAVIGATION.flatMap((group) => group.links),
      may,
    ),
    ...accountPages(may),
  ];
  return links.map(screenResult).filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
}

function groupOf(name: string, { data, error }: UseQueryResult<readonly SearchResult[]>): SearchGroup {
  return {
    name,
    results: data ?? [],
    failure: error && failureText(error, `Failed to search ${name.toLowerCase()}`),
  };
}

/**
 * Searches screens, customers, mechanics and bookings by the calls of their lists. Each answer is cached under its text,
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
  const results = useQueries({
    queries: [
      search('users', async (signal) => {
        const { rows } = await call(listUsers, { query, signal });
        return rows.map((user) => personResult(user, 'user', text));
      }),
      search('mechanics', async (signal) => {
        const { rows } = await call(listMechanics, { query: { ...query, status: null }, signal });
        return rows.map((mechanic) => personResult(mechanic, 'mechanic', text));
      }),
      {
        ...search('bookings', async (signal) => {
          return (await call(listBookings, { query: { ...ANY_BOOKING, ...query }, signal })).rows.map(
            bookingResult,
          );
        }),
        enabled: enabled && ID_PART.test(text),
      },
      {
        ...search('notes', (signal) => findNotes(text, LIMIT, signal)),
        enabled: enabled && hasExtension('notes'),
      },
    ],
  });
  const [users, mechanics, bookings, notes] = results;
  const groups = [
    { name: 'Screens', results: screensNamed(text), failure: null },
    groupOf('Users', users),
    groupOf('Mechanics', mechanics),
    groupOf('Bookings', bookings),
    groupOf('Notes', notes),
  ];
  return {
    groups: groups.filter(({ results, failure }) => results.length > 0 || failure !== null),
    isSearching: results.some(({ isFetching }) => isFetching),
  };
}
