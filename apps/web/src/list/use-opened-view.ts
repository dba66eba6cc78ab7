import { useSearch } from '@tanstack/react-router';
import type { ListName, Preferences } from '@wayside/contract/preferences';
import type { SavedView } from '@wayside/contract/views';
import { useEffect, useRef } from 'react';
import { setPreferences, usePreferences } from '../lib/preferences.ts';
import { useSavedViews } from '../lib/saved-views.ts';
import { type ListUrl, queryOf, searchOfView } from './list-url.ts';
import type { ListState } from './use-list-url.ts';

/** The headings that a person wants to see of a list, in their order; unknown ones of an older version are ignored. */
function shownHeaders(
  columns: Preferences['columns'],
  list: ListName | null,
  headers: readonly string[],
): readonly string[] {
  return knownHeaders(columns?.find((each) => each.list === list)?.shown ?? [], headers);
}

/** Those of the wanted headings that the list has; without any, those of the product. */
function knownHeaders(wanted: readonly string[], headers: readonly string[]): readonly string[] {
  const known = wanted.filter((header) => headers.includes(header));
  return known.length === 0 ? headers : known;
}

/** The views of a list, and what of them is on the screen (VIEW-04). */
export interface OpenedView {
  /** In the person's order. */
  readonly views: readonly SavedView[];
  /** The one that the address names; null for none, and for one that the person does not see. */
  readonly opened: SavedView | null;
  /** Whether search, filters, days, order or columns are others than those of the opened one. */
  readonly isModified: boolean;
  /** Search, filters, days and order on the screen, as a view keeps them. */
  readonly query: string;
  /** The headings of the shown columns: those of the opened view, else those that the person has set. */
  readonly shown: readonly string[];
  /** The same, as a view keeps them: none for those of the product. */
  readonly columns: string[];
  /** Sets them, in the opened view or for the person. */
  readonly show: (shown: readonly string[]) => void;
  /** The version in which the view was opened: a change that somebody else has saved since is not overwritten silently (EDIT-01). */
  readonly readVersion: () => string | null;
  /** Takes the present version for the read one, after the user has been notified. */
  readonly takeVersion: () => void;
}

/** Binds the views of a list to its address. */
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
  const query = queryOf(url, given);
  const isModified =
    opened !== null && (query !== queryOf(url, searchOfView(url, opened)) || shown.join() !== saved?.join());
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
    takeVersion: () => {
      read.current = opened;
    },
  };
}
