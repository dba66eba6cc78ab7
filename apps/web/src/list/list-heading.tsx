import { ArrowUp, X } from 'lucide-react';
import { richText } from '../languages/rich-text.ts';
import { nounFor, t } from '../languages/text.ts';
import { formatCount, formatDay, formatTotal, shortId } from '../lib/format.ts';
import type { DaysFilter, FixedFilter, ListFilter, ListLabels } from './list-definition.ts';
import { PERIOD_LABELS } from './periods.ts';
import type { ListState } from './use-list-url.ts';

export interface ActiveFilter {
  readonly text: string;
  readonly onRemove: () => void;
}

export interface ListHeadingProps {
  heading: string;
  total: number | undefined;
  isOpenEnded: boolean;
  isMore: boolean;
  page: number;
  pageCount: number | null;
  active: readonly ActiveFilter[];
}

/** Heading of a list: "All Bookings (12)", "page 1 of 2" and the active filters (BOOK-03). */
export function ListHeading({ heading, total, isOpenEnded, isMore, page, pageCount, active }: ListHeadingProps) {
  const last = Math.max(1, pageCount ?? 0);
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-1.5">
      <h2 className="numeric font-semibold">
        {heading}
        {total !== undefined && !isOpenEnded && <span translate="no"> ({formatTotal({ total, isMore })})</span>}
      </h2>
      {total !== undefined && pageCount !== null && (
        <p className="numeric text-sm text-ink-faint">
          {richText(isOpenEnded ? 'page {page}' : 'page {page} of {last}', {
            page: <span translate="no">{formatCount(isOpenEnded ? page : Math.min(page, last))}</span>,
            last: <span translate="no">{formatTotal({ total: last, isMore })}</span>,
          })}
        </p>
      )}
      {active.length > 0 && (
        // At the far edge, so that the total, which loads later, does not move it.
        <ul
          aria-label={t('Active filters')}
          className="flex min-w-0 flex-wrap gap-1.5 max-md:basis-full md:ml-auto"
        >
          {active.map((filter) => (
            <li key={filter.text} className="min-w-0">
              <button
                type="button"
                onClick={filter.onRemove}
                aria-label={t('{filter}, remove filter', { filter: filter.text })}
                className="flex h-6 max-w-64 items-center gap-1 rounded-full bg-accent-soft pr-1.5 pl-2.5 text-xs font-medium text-accent-text touch:h-11 touch:px-4"
              >
                <span translate="no" className="truncate">
                  {filter.text}
                </span>
                <X aria-hidden="true" className="size-3 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function activeFilters<F extends string, Row>(
  list: ListState<F>,
  filters: readonly ListFilter<F>[],
  fixedFilters: readonly FixedFilter<F, Row>[],
  days: DaysFilter | undefined,
  rows: readonly Row[] | undefined,
): ActiveFilter[] {
  const active: ActiveFilter[] = [];
  for (const { key, label, value, nameIn } of fixedFilters) {
    const id = list.view[key];
    if (id === null) continue;
    const name = value?.() ?? (rows?.[0] && nameIn?.(rows[0]));
    active.push({ text: `${t(label)}: ${name || shortId(id)}`, onRemove: () => list.setFilter(key, null) });
  }
  for (const { key, label, options, isOfPage } of filters) {
    const value = list.view[key];
    if (value === null) continue;
    const chosen = options.filter((option) => value.split(',').includes(option.value));
    const shown = chosen.map((option) => t(option.label)).join(', ') || value;
    const text = `${t(label)}: ${shown}`;
    active.push({
      text: isOfPage ? t('{filter} (on this page)', { filter: text }) : text,
      onRemove: () => list.setFilter(key, null),
    });
  }
  if (days) active.push(...activeDays(list, days));
  const { search } = list.view;
  if (search !== '') active.push({ text: t('Search: {search}', { search }), onRemove: () => list.setSearch('') });
  return active;
}

/** Returns the active date filters: "Booked: Last 7 Days", "From: 5 Nov 2026" (VIEW-01). */
function activeDays<F extends string>({ view, setDays }: ListState<F>, { label }: DaysFilter): ActiveFilter[] {
  const { period, from, to } = view;
  return [
    ...(period
      ? [{ text: `${t(label)}: ${t(PERIOD_LABELS[period])}`, onRemove: () => setDays({ period: null }) }]
      : []),
    ...(from
      ? [{ text: t('From: {day}', { day: formatDay(from) }), onRemove: () => setDays({ from: null }) }]
      : []),
    ...(to ? [{ text: t('To: {day}', { day: formatDay(to) }), onRemove: () => setDays({ to: null }) }] : []),
  ];
}

interface NewRowsBarProps {
  held: { added: number; show: () => void } | null;
  noun: ListLabels['noun'];
  onShown: () => void;
}

/**
 * Bar over the edge of the list, such as "3 new bookings". A click shows the newer page (LIVE-02). The bar moves
 * nothing.
 */
export function NewRowsBar({ held, noun, onShown }: NewRowsBarProps) {
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 -top-3 z-20 flex justify-center">
      {held && (
        <button
          type="button"
          onClick={() => {
            held.show();
            onShown();
          }}
          className="pointer-events-auto relative flex h-7 animate-fade-in items-center gap-1.5 rounded-full bg-accent px-3 text-xs font-medium text-accent-ink shadow-float after:absolute after:inset-x-0 after:top-0 after:-bottom-4"
        >
          <ArrowUp aria-hidden="true" className="size-3.5" />
          {held.added === 0
            ? t('Show the changed list')
            : t('{count} new {noun}', { count: held.added, noun: nounFor(held.added, noun) })}
        </button>
      )}
    </div>
  );
}
