import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { type LinkOptions, linkOptions, type RegisteredRouter } from '@tanstack/react-router';
import { type Booking, listBookings } from '@wayside/contract/bookings';
import { listMechanics, type Mechanic } from '@wayside/contract/mechanics';
import { listUsers, type User } from '@wayside/contract/users';
import { call } from '../lib/api.ts';
import { failureText } from '../lib/api-error.ts';
import { hasExtension } from '../lib/config.ts';
import { formatDate, orNotAvailable, shortId } from '../lib/format.ts';
import { NAVIGATION, type ScreenPath } from './navigation.ts';

/** Something that was found, and where it is. */
export interface SearchResult {
  readonly key: string;
  readonly label: string;
  readonly detail?: string;
  readonly link: LinkOptions<RegisteredRouter, string, ScreenPath>;
}

export interface FoundGroup {
  readonly name: string;
  readonly results: readonly SearchResult[];
  /** Why nothing of it could be looked up. */
  readonly failure: string | null;
}

export interface Found {
  readonly groups: readonly FoundGroup[];
  readonly isSearching: boolean;
}

const LIMIT = 5;
/** What is shorter is in too many records to tell one from the other. */
const SHORTEST = 3;
const ID_PART = /^[0-9a-f]+$/i;

const detailOf = ({ phone, email }: User | Mechanic) => [phone, email].filter(Boolean).join(' · ');

function bookingResult({ id, customer, createdAt }: Booking): SearchResult {
  const detail = `${orNotAvailable(customer?.name)} · ${formatDate(createdAt)}`;
  return {
    key: `booking ${id}`,
    label: `Booking ${shortId(id)}`,
    detail,
    link: linkOptions({ to: '/bookings', search: { booking: id } }),
  };
}

function personResult(person: User | Mechanic, key: 'user' | 'mechanic', search: string): SearchResult {
  // A provider that has no record by id has it in its list, under the text that it was found by.
  const found = hasExtension('records') ? {} : { search };
  return {
    key: `${key} ${person.id}`,
    label: orNotAvailable(person.name),
    detail: detailOf(person),
    link: {
      user: linkOptions({ to: '/users', search: { user: person.id, ...found } }),
      mechanic: linkOptions({ to: '/mechanics', search: { mechanic: person.id, ...found } }),
    }[key],
  };
}

const SCREENS: readonly SearchResult[] = NAVIGATION.flatMap(({ links }) => links).map(({ to, label }) => ({
  key: to,
  label,
  link: { to },
}));

function screensNamed(text: string): readonly SearchResult[] {
  const activity: SearchResult = { key: '/activity', label: 'Activity', link: { to: '/activity' } };
  const screens = hasExtension('activity') ? [...SCREENS, activity] : SCREENS;
  return screens.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
}

function groupOf(name: string, { data, error }: UseQueryResult<readonly SearchResult[]>): FoundGroup {
  return {
    name,
    results: data ?? [],
    failure: error && failureText(error, `Failed to search ${name.toLowerCase()}`),
  };
}

/**
 * Looks for a text among screens, customers, mechanics and bookings, by the calls of their lists. Answers belong to their
 * text: one that comes late is of no text that is shown any more.
 */
export function useFound(text: string): Found {
  const enabled = text.length >= SHORTEST;
  const common = { enabled, gcTime: 0 };
  const query = { page: 1, limit: LIMIT, search: text };
  const results = useQueries({
    queries: [
      {
        ...common,
        queryKey: ['find users', text],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await call(listUsers, { query, signal })).rows.map((user) => personResult(user, 'user', text)),
      },
      {
        ...common,
        queryKey: ['find mechanics', text],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await call(listMechanics, { query: { ...query, status: null }, signal })).rows.map((mechanic) =>
            personResult(mechanic, 'mechanic', text),
          ),
      },
      {
        ...common,
        enabled: enabled && ID_PART.test(text),
        queryKey: ['find bookings', text],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (
            await call(listBookings, {
              query: { ...query, status: null, customerId: null, mechanicId: null },
              signal,
            })
          ).rows.map(bookingResult),
      },
    ],
  });
  const [users, mechanics, bookings] = results;
  const groups = [
    { name: 'Screens', results: screensNamed(text), failure: null },
    groupOf('Users', users),
    groupOf('Mechanics', mechanics),
    groupOf('Bookings', bookings),
  ];
  return {
    groups: groups.filter(({ results, failure }) => results.length > 0 || failure !== null),
    isSearching: results.some(({ isFetching }) => isFetching),
  };
}
