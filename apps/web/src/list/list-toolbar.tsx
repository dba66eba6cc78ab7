import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { hasExtension } from '../lib/config.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';
import { PHONE, useMediaQuery } from '../ui/use-media-query.ts';
import type { DaysFilter, ListFilter } from './list-definition.ts';
import type { ListDays } from './list-url.ts';
import { PERIOD_LABELS, PERIODS } from './periods.ts';
import type { ListState } from './use-list-url.ts';

const DayFields = lazyPart(() => import('./day-fields.tsx'), 'DayFields');
const SeveralValues = lazyPart(() => import('./several-values.tsx'), 'SeveralValues');

/** The value of a filter's first option, which is no filter. */
const ALL = 'all';
/** The value of the option that opens what a list of options cannot take. */
const MORE = 'more';

export interface ListToolbarProps<F extends string> {
  /** Label of the search box; none hides it. */
  searchLabel: string | undefined;
  typed: string;
  onType: (text: string) => void;
  filters: readonly ListFilter<F>[];
  days: DaysFilter | undefined;
  /** The orders that headings set, for a phone, which has no headings. */
  sorts: readonly SelectOption[];
  list: ListState<F>;
  onRefresh: () => void;
  isRefreshing: boolean;
}

/** Search, filters and Refresh in one row; under it what several values or two days need. */
export function ListToolbar<F extends string>(props: ListToolbarProps<F>) {
  const { filters, list, days, sorts } = props;
  const [opened, open] = useState<F | 'days' | null>(null);
  const several = filters.find(({ key }) => key === opened);
  const { setSort } = list;
  const isPhone = useMediaQuery(PHONE);
  const close = () => open(null);
  const hasDayFields = days?.isOpen || opened === 'days' || Boolean(list.view.from ?? list.view.to);
  const choices = filters.length + (days ? 1 : 0) + (setSort ? 1 : 0);
  return (
    <div role="search" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {props.searchLabel && (
          <SearchField
            label={props.searchLabel}
            value={props.typed}
            onChange={props.onType}
            className={cn('min-w-0 flex-1 md:max-w-sm', choices > 0 && 'max-md:basis-full')}
          />
        )}
        {filters.map((filter) => (
          <FilterSelect
            key={filter.key}
            filter={filter}
            list={list}
            onSeveral={(isWanted) => open(isWanted ? filter.key : null)}
          />
        ))}
        {days && (
          <PeriodSelect
            label={days.label}
            view={list.view}
            onDays={list.setDays}
            onBetween={(isWanted) => open(isWanted ? 'days' : null)}
          />
        )}
        {setSort && isPhone && (
          <Select
            aria-label="Sort"
            value={list.sort}
            onChange={(event) => setSort(event.target.value)}
            options={sorts}
            className="flex-1 basis-32"
          />
        )}
        <Button
          icon={<RotateCw className="size-4" />}
          pending={props.isRefreshing}
          onClick={props.onRefresh}
          className="md:ml-auto"
        >
          {/* Beside two filters a phone has room for its icon alone. */}
          <span className={cn(choices > 1 && 'max-[26rem]:sr-only')}>Refresh</span>
        </Button>
      </div>
      {several && (
        <SeveralValues
          label={several.label}
          options={several.options}
          value={list.view[several.key]}
          onChange={(value: string | null) => list.setFilter(several.key, value)}
          onClose={close}
        />
      )}
      {days && hasDayFields && (
        <DayFields label={days.label} view={list.view} onDays={list.setDays} onClose={close} />
      )}
    </div>
  );
}

interface FilterSelectProps<F extends string> {
  filter: ListFilter<F>;
  list: ListState<F>;
  /** Several values are wanted, or one of them is enough. */
  onSeveral: (isWanted: boolean) => void;
}

function FilterSelect<F extends string>({ filter, list, onSeveral }: FilterSelectProps<F>) {
  const { key, label, all, options } = filter;
  const value: string | null = list.view[key];
  const chosen = options.filter((option) => value?.split(',').includes(option.value));
  const isSeveral = Boolean(filter.isSeveral) && hasExtension('listViews');
  return (
    <Select
      aria-label={label}
      value={value ?? ALL}
      onChange={({ target }) => {
        if (isSeveral) onSeveral(target.value === MORE);
        if (target.value !== MORE) list.setFilter(key, target.value === ALL ? null : target.value);
      }}
      options={[
        { value: ALL, label: all },
        ...options,
        ...(chosen.length > 1 && value !== null
          ? [{ value, label: chosen.map((one) => one.label).join(', ') }]
          : []),
        ...(isSeveral ? [{ value: MORE, label: 'Several…' }] : []),
      ]}
      className="max-md:flex-1 max-md:basis-32 md:max-w-56"
    />
  );
}

interface PeriodSelectProps {
  label: string;
  view: ListDays;
  onDays: (days: Partial<ListDays>) => void;
  /** Two days are wanted, or a period is enough. */
  onBetween: (isWanted: boolean) => void;
}

/** The days of a list as a period (VIEW-01). */
function PeriodSelect({ label, view, onDays, onBetween }: PeriodSelectProps) {
  const { period, from, to } = view;
  return (
    <Select
      aria-label={label}
      value={period ?? (from || to ? MORE : ALL)}
      onChange={({ target }) => {
        onBetween(target.value === MORE);
        const chosen = PERIODS.find((each) => each === target.value) ?? null;
        if (target.value !== MORE) onDays({ period: chosen, from: null, to: null });
      }}
      options={[
        { value: ALL, label: `${label}: Any Day` },
        ...PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] })),
        { value: MORE, label: 'From – To…' },
      ]}
      className="max-md:flex-1 max-md:basis-32"
    />
  );
}
