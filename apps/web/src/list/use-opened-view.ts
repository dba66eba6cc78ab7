import { useSearch } from '@tanstack/react-router';
import type { ListName, Preferences } from '@wayside/contract/preferences';
import type { SavedView } from '@wayside/contract/views';
import { useEffect, useRef } from 'react';
import { setPreferences, usePreferences } from '../lib/preferences.ts';
import { useSavedViews } from '../lib/saved-views.ts';
import { type ListUrl, searchOfView, toStoredQuery } from './list-url.ts';
import type { ListState } from './use-list-url.ts';

function shownHeaders(
  columns: Preferences['columns'],
  list: ListName | null,
  headers: readonly string[],
): readonly string[] {
  return knownHeaders(columns?.find((each) => each.list === list)?.shown ?? [], headers);
}

/** Returns the wanted headings that the list has, or all headings if it has none of them. */
function knownHeaders(wanted: readonly string[], headers: readonly string[]): readonly string[] {
  const known = wanted.filter((header) => headers.includes(header));
  return known.length === 0 ? headers : known;
}

/** The saved views of a list and the view that is open (VIEW-04). */
export interface OpenedView {
  readonly views: readonly SavedView[];
  /** The view named in the address; null if the address names none. */
  readonly opened: SavedView | null;
  /** Whether the screen differs from the opened view. */
  readonly isModified: boolean;
  /** The search, filters, days and order, in the form that a view stores. */
  readonly query: string;
  /** The headings of the shown columns. */
  readonly shown: readonly string[];
  /** The shown columns in the form that a view stores; empty for the default columns. */
  readonly columns: string[];
  readonly show: (shown: readonly string[]) => void;
  /** The version of the view when the user opened it (EDIT-01). */
  readonly readVersion: () => string | null;
  /** Adopts the current version, after the user was notified of a conflict. */
  readonly adoptVersion: () => void;
}

export function useOpenedView<F extends string, D extends string>(
  url: ListUrl<F, D>,
  { setColumns }: Pick<ListState<F, D>, 'setColumns'>,
  headers: readonly string[],
): OpenedView {
  const given: Record<string, unknown> = useSearch({ strict: false });
  const { view: id, columns: changed } = url.read(given);
  const views = useSavedViews(url.list);
  const own = usePreferences().columns;
  const opened = views.find((view) => view.id === id) ?? null;
  const saved = opened && knownHeaders(opened.columns, headers);
  const ofView = changed === undefined ? saved : knownHeaders(changed.split(','), headers);
  const shown = (opened && ofView) ?? shownHeaders(own, url.list, headers);
  const query = toStoredQuery(url, given);
  const isModified =
    opened !== null && (query !== toStoredQuery(url, searchOfView(url, opened)) || shown.join() !== saved?.join());
  const read = useRef(opened);
  useEffect(() => {
    if (read.current?.id !== opened?.id || !isModified) read.current = opened;
  });
  return {
    views,
    opened,
    isModified,
    query,
    shown,
    columns: shown.join() === headers.join() ? [] : [...shown],
    show: (next) => {
      const { list } = url;
      if (opened) setColumns(next.join() === saved?.join() ? null : next.join());
      else if (list !== null)
        setPreferences({ columns: [{ list, shown: next.join() === headers.join() ? [] : [...next] }] });
    },
    readVersion: () => read.current?.etag ?? null,
    adoptVersion: () => {
      read.current = opened;
    },
  };
}
