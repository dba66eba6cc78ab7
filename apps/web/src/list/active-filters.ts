import { shortId } from '../lib/format.ts';
import type { ActiveFilter } from './list-heading.tsx';
import type { FixedFilter, ListFilter } from './list-labels.ts';
import type { ListState } from './use-list-url.ts';

/** What narrows a list now, in words, each with the way to take it away (BOOK-03). */
export function activeFilters<F extends string, Row>(
  list: ListState<F>,
  filters: readonly ListFilter<F>[],
  fixedFilters: readonly FixedFilter<F, Row>[],
  rows: readonly Row[] | undefined,
): ActiveFilter[] {
  const active: ActiveFilter[] = [];
  for (const { key, label, nameIn } of fixedFilters) {
    const id = list.view[key];
    if (id === null) continue;
    const name = rows?.[0] && nameIn(rows[0]);
    active.push({ text: `${label}: ${name || shortId(id)}`, onRemove: () => list.setFilter(key, null) });
  }
  for (const { key, label, options } of filters) {
    const value = list.view[key];
    if (value === null) continue;
    const shown = options.find((option) => option.value === value)?.label ?? value;
    active.push({ text: `${label}: ${shown}`, onRemove: () => list.setFilter(key, null) });
  }
  const { search } = list.view;
  if (search !== '') active.push({ text: `Search: ${search}`, onRemove: () => list.setSearch('') });
  return active;
}
