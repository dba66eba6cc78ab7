import type { ActiveFilter } from './list-heading.tsx';
import type { ListFilter } from './list-words.ts';
import type { ListState } from './use-list-url.ts';

/** What narrows a list now, in words, each with the way to take it away (BOOK-03). */
export function activeFilters<F extends string>(
  list: ListState<F>,
  filters: readonly ListFilter<F>[],
): ActiveFilter[] {
  const active: ActiveFilter[] = [];
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
