import { Columns3, ListChecks, RotateCw, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { t, translated } from '../languages/text.ts';
import { isOwnServer } from '../lib/config.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { cn } from '../ui/cn.ts';
import { CheckboxGroup } from '../ui/field.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';
import { PHONE, useBoxWidth, useMediaQuery } from '../ui/use-media-query.ts';
import type { DisplayOptionsProps } from './display-options.tsx';
import type { DaysFilter, ListFilter } from './list-definition.ts';
import { DayFields, PeriodSelect } from './period-select.tsx';
import type { ListState } from './use-list-url.ts';

const DisplayOptions = lazyPart(() => import('./display-options.tsx'), 'DisplayOptions');

const ALL_VALUE = 'all';

/**
 * If a list is narrower than `MIN_WIDTH_FOR_MANY` (in px), `MANY_CHOICES` or more filters do not fit next to the
 * search field.
 */
const MANY_CHOICES = 5;
const MIN_WIDTH_FOR_MANY = 1056;

export interface ListToolbarProps<F extends string> {
  searchLabel: string | undefined;
  searchHint: string | undefined;
  typed: string;
  onType: (text: string) => void;
  filters: readonly ListFilter<F>[];
  days: DaysFilter | undefined;
  sorts: readonly SelectOption[];
  areCards: boolean;
  views: ReactNode;
  start: ReactNode;
  displayed?: Pick<DisplayOptionsProps, 'headers' | 'labelOf' | 'shown' | 'onShown' | 'isOfView'>;
  list: ListState<F>;
  onRefresh: () => void;
  isRefreshing: boolean;
}

export function ListToolbar<F extends string>(props: ListToolbarProps<F>) {
  const { filters, list, days } = props;
  const [openFilter, setOpenFilter] = useState<F | 'days' | null>(null);
  const [isDisplayOpen, setIsDisplayOpen] = useState(false);
  const several = filters.find(({ key }) => key === openFilter);
  const isPhone = useMediaQuery(PHONE);
  const choices = countChoices(props);
  // A phone shows one row: the first filter or sort order, and a button that reveals the other filters, the views and
  // the display options.
  const [isExpanded, setIsExpanded] = useState(false);
  const isFolded = isPhone && isFoldable(props);
  const areMoreShown = !isFolded || isExpanded;
  const bar = useRef<HTMLDivElement>(null);
  const isDouble = useDoubleRow(bar, choices) && !isPhone;
  const close = () => setOpenFilter(null);
  const hasDayFields = areDaysShown(props, openFilter === 'days');
  const select = (filter: ListFilter<F>) => (
    <FilterSelect
      key={filter.key}
      filter={filter}
      list={list}
      isOpened={openFilter === filter.key}
      onSeveral={(isWanted) => setOpenFilter(isWanted ? filter.key : null)}
    />
  );
  const refresh = (
    <Button icon={<RotateCw className="size-4" />} pending={props.isRefreshing} onClick={props.onRefresh}>
      {/* On a phone, only the icon fits beside a filter. */}
      <span className={cn(isFolded && 'max-[26rem]:sr-only')}>{t('Refresh')}</span>
    </Button>
  );
  const isSortFirst = isFolded && filters.length === 0 && !days;
  const display = props.displayed && areMoreShown && (
    <IconButton
      label={t('Display')}
      tip={t('Rows, density, columns')}
      icon={<Columns3 className="size-4" />}
      onClick={() => setIsDisplayOpen(true)}
    />
  );
  const buttons = (
    <Buttons isFolded={isFolded}>
      {!isFolded && refresh}
      {areMoreShown && props.views}
      {display}
    </Buttons>
  );
  return (
    <div ref={bar} role="search" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {props.start}
        <ListSearchField
          searchLabel={props.searchLabel}
          searchHint={props.searchHint}
          typed={props.typed}
          onType={props.onType}
          isAlone={choices > 0}
        />
        {isDouble && (
          <>
            {buttons}
            <span className="-mt-2 basis-full" />
          </>
        )}
        {filters.slice(0, isFolded ? 1 : undefined).map(select)}
        {isSortFirst && <SortSelect {...props} />}
        {isFolded && (
          <Button
            aria-expanded={isExpanded}
            icon={<SlidersHorizontal className="size-4" />}
            onClick={() => setIsExpanded(!isExpanded)}
          >
            {/* Other languages need the space for the filter. */}
            <span className="other-language:max-[26rem]:sr-only">{t('More')}</span>
          </Button>
        )}
        {isFolded && refresh}
        {isFolded && isExpanded && filters.slice(1).map(select)}
        {days && areMoreShown && (
          <PeriodSelect
            label={t(days.label)}
            view={list.view}
            onDays={list.setDays}
            onBetween={(isWanted) => setOpenFilter(isWanted ? 'days' : null)}
          />
        )}
        {areMoreShown && !isSortFirst && <SortSelect {...props} />}
        {!isDouble && buttons}
      </div>
      {props.displayed && isDisplayOpen && (
        <DisplayOptions
          {...props.displayed}
          rows={list.view.rows}
          onRows={list.setRows}
          onClose={() => setIsDisplayOpen(false)}
        />
      )}
      {several && (
        <SeveralValues
          label={t(several.label)}
          options={translated(several.options)}
          value={list.view[several.key]}
          onChange={(value: string | null) => list.setFilter(several.key, value)}
          onClose={close}
        />
      )}
      {days && hasDayFields && <DayFields label={t(days.label)} view={list.view} onDays={list.setDays} />}
    </div>
  );
}

interface ListSearchFieldProps
  extends Pick<ListToolbarProps<string>, 'searchLabel' | 'searchHint' | 'typed' | 'onType'> {
  /** Whether the field has its own row on a phone. */
  isAlone: boolean;
}

function ListSearchField({ searchLabel, searchHint, typed, onType, isAlone }: ListSearchFieldProps) {
  if (!searchLabel) return null;
  return (
    <SearchField
      label={searchLabel}
      hint={searchHint}
      value={typed}
      onChange={onType}
      className={cn('flex-1 basis-44 md:max-w-sm', isAlone && 'max-md:basis-full')}
    />
  );
}

/**
 * Returns whether the search field and buttons need a separate row above many filters. The search field then keeps
 * its width, and choosing a filter moves nothing.
 */
function useDoubleRow(bar: RefObject<HTMLElement | null>, choices: number): boolean {
  const width = useBoxWidth(bar);
  return choices >= MANY_CHOICES && width !== null && width < MIN_WIDTH_FOR_MANY;
}

const Buttons = ({ isFolded, children }: { isFolded: boolean; children: ReactNode }) => (
  <div className={isFolded ? 'contents' : 'flex flex-wrap items-center gap-2 md:ml-auto'}>{children}</div>
);

const areDaysShown = <F extends string>({ days, list }: ListToolbarProps<F>, isChosen: boolean): boolean =>
  days !== undefined && (isChosen || Boolean(list.view.from ?? list.view.to));

const countChoices = <F extends string>({ filters, days, list }: ListToolbarProps<F>): number =>
  filters.length + (days ? 1 : 0) + (list.setSort ? 1 : 0);

/** Checks whether there are more controls than fit side by side on a phone. */
function isFoldable<F extends string>(props: ListToolbarProps<F>): boolean {
  const choices = countChoices(props);
  return choices > 1 || (choices === 1 && Boolean(props.views || props.displayed));
}

/** Field to choose the sort order of cards. */
function SortSelect<F extends string>({ list, sorts, areCards }: ListToolbarProps<F>) {
  const { setSort } = list;
  if (!setSort || !areCards) return null;
  return (
    <Select
      aria-label={t('Sort')}
      value={list.sort}
      onChange={(event) => setSort(event.target.value)}
      options={sorts}
      className="flex-1 basis-40 md:basis-auto"
    />
  );
}

interface FilterSelectProps<F extends string> {
  filter: ListFilter<F>;
  list: ListState<F>;
  isOpened: boolean;
  onSeveral: (isWanted: boolean) => void;
}

/** Field to choose one value of a filter, with an option to choose several (VIEW-03). */
function FilterSelect<F extends string>({ filter, list, isOpened, onSeveral }: FilterSelectProps<F>) {
  const { key } = filter;
  const options = translated(filter.options);
  const value: string | null = list.view[key];
  const chosen = options.filter((option) => value?.split(',').includes(option.value));
  const select = (
    <Select
      aria-label={t(filter.label)}
      value={value ?? ALL_VALUE}
      onChange={({ target }) => list.setFilter(key, target.value === ALL_VALUE ? null : target.value)}
      options={[
        { value: ALL_VALUE, label: t(filter.all) },
        ...options,
        ...(chosen.length > 1 && value !== null
          ? [{ value, label: chosen.map((one) => one.label).join(', ') }]
          : []),
      ]}
      className="max-md:flex-1 max-md:basis-32 md:max-w-56"
    />
  );
  if (!list.takesSeveral(key) || !isOwnServer()) return select;
  return (
    <span className="flex min-w-0 gap-1 max-md:flex-1 max-md:basis-36">
      {select}
      <IconButton
        label={t('Choose several')}
        icon={<ListChecks className="size-4" />}
        aria-expanded={isOpened}
        onClick={() => onSeveral(!isOpened)}
      />
    </span>
  );
}

interface SeveralValuesProps {
  label: string;
  options: readonly SelectOption[];
  value: string | null;
  onChange: (value: string | null) => void;
  onClose: () => void;
}

/** Checkboxes for the values of a filter (VIEW-03). */
function SeveralValues({ label, options, value, onChange, onClose }: SeveralValuesProps) {
  const chosen = value?.split(',') ?? [];
  const change = (changed: string, isChecked: boolean) => {
    const values = options.map((option) => option.value);
    onChange(values.filter((each) => (each === changed ? isChecked : chosen.includes(each))).join() || null);
  };
  return (
    <Card className="grid max-w-md gap-3 p-4">
      <CheckboxGroup
        label={t('{filter}, any of', { filter: label })}
        options={options}
        isChecked={(each) => chosen.includes(each)}
        onChange={(event) => change(event.target.value, event.target.checked)}
      />
      <Button onClick={onClose} className="justify-self-start">
        {t('Done')}
      </Button>
    </Card>
  );
}
