import { RotateCw } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { SearchField } from '../ui/search-field.tsx';
import { Select } from '../ui/select.tsx';
import type { ListFilter } from './list-definition.ts';

/** The value of a filter's first option, which is no filter. */
const ALL = 'all';

export interface ListToolbarProps<F extends string> {
  /** Label of the search box; none hides it. */
  searchLabel: string | undefined;
  typed: string;
  onType: (text: string) => void;
  filters: readonly ListFilter<F>[];
  valueOf: (key: F) => string | null;
  onFilter: (key: F, value: string | null) => void;
  onRefresh: () => void;
  isRefreshing: boolean;
}

/** Search, filters and Refresh in one row. */
export function ListToolbar<F extends string>(props: ListToolbarProps<F>) {
  return (
    <div role="search" className="flex flex-wrap items-center gap-2">
      {props.searchLabel && (
        <SearchField
          label={props.searchLabel}
          value={props.typed}
          onChange={props.onType}
          className={cn('min-w-0 flex-1 md:max-w-sm', props.filters.length > 0 && 'max-md:basis-full')}
        />
      )}
      {props.filters.map((filter) => (
        <Select
          key={filter.key}
          aria-label={filter.label}
          value={props.valueOf(filter.key) ?? ALL}
          onChange={(event) => props.onFilter(filter.key, event.target.value === ALL ? null : event.target.value)}
          options={[{ value: ALL, label: filter.all }, ...filter.options]}
          className="max-md:flex-1 max-md:basis-32"
        />
      ))}
      <Button
        icon={<RotateCw className="size-4" />}
        pending={props.isRefreshing}
        onClick={props.onRefresh}
        className="md:ml-auto"
      >
        {/* Beside two filters a phone has room for its icon alone. */}
        <span className={cn(props.filters.length > 1 && 'max-[26rem]:sr-only')}>Refresh</span>
      </Button>
    </div>
  );
}
