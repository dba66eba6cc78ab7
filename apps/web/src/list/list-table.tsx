import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { englishOf, t } from '../languages/text.ts';
import { useLanguage } from '../languages/use-language.ts';
import { cn } from '../ui/cn.ts';
import { Skeleton } from '../ui/loading.tsx';
import { useBoxWidth } from '../ui/use-media-query.ts';
import type { ColumnSort, ListColumn, ListRows } from './list-definition.ts';
import { RowActions, rowClickHandlers } from './row-actions.tsx';
import { clickBox, PageSelectionBox, SelectionBox } from './row-selection.tsx';
import { useWordWidths } from './word-widths.ts';

function sortedBy(
  column: ColumnSort | undefined,
  sort: string | undefined,
): 'ascending' | 'descending' | undefined {
  if (column === undefined || sort?.replace('-', '') !== column.name) return undefined;
  return sort.startsWith('-') ? 'descending' : 'ascending';
}

interface SortButtonProps {
  column: ColumnSort;
  sort: string | undefined;
  isEnd: boolean;
  onSort: (sort: string) => void;
  children: string;
}

/** A column heading that sorts the list, first in descending, then in ascending order (VIEW-02). */
function SortButton({ column, sort, isEnd, onSort, children }: SortButtonProps) {
  const sorted = sortedBy(column, sort);
  const isFalling = sorted !== 'descending';
  const Arrow = sorted === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      data-tip={t(isFalling ? column.falling : column.rising)}
      onClick={() => onSort(isFalling ? `-${column.name}` : column.name)}
      className={cn(
        'inline-flex min-h-7 max-w-full items-center rounded-sm leading-4 hover:text-ink',
        isEnd ? 'flex-row-reverse text-right' : 'text-left',
        sorted && 'text-ink',
      )}
    >
      {children}
      {sorted && <Arrow aria-hidden="true" className="size-3 shrink-0" />}
    </button>
  );
}

export interface ListTableProps<Row> extends ListRows<Row> {
  caption: string;
  rows: readonly Row[] | undefined;
  skeletonRows: number;
  isCompact: boolean;
  sort?: string | undefined;
  onSort?: ((sort: string) => void) | undefined;
}

const BORDER = 'border-b border-line';
// Other languages use narrower gaps, because their words need the space.
const CELL = `${BORDER} px-(--cell-gap,0.75rem) first:pl-4 last:pr-4`;
/** Returns the classes for a cell's height (VIEW-05). Buttons need less padding. */
const heightOf = (isCompact: boolean, hasButtons = false): string => {
  if (isCompact) return 'h-8 py-0.5 leading-4.5';
  return hasButtons ? 'h-11 py-1.25' : 'h-11 py-2';
};

/** The rows as a table, or its skeleton. A click anywhere on a row opens its details. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { caption, columns, rows, sort, onSort, isCompact, actionsWidth = '5rem' } = props;
  const hasActions = Boolean(props.onOpen || props.actions);
  const table = useRef<HTMLTableElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useWordWidths(table, [rows, namesOf(columns), useLanguage(), isCompact, useBoxWidth(frame)]);
  return (
    <div ref={frame}>
      <table
        ref={table}
        className="w-full table-fixed border-separate border-spacing-0 text-sm other-language:[--cell-gap:0.5rem]"
        aria-busy={!rows}
      >
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          {props.selection && <Column width="2.25rem" />}
          {columns.map((column) => (
            <Column key={englishOf(column.header)} width={column.width} />
          ))}
          {hasActions && <Column width={actionsWidth} />}
        </colgroup>
        <thead>
          <tr>
            {props.selection && (
              <Header align={undefined} isSelectionColumn>
                <PageSelectionBox marks={props.selection} className="mx-auto" />
              </Header>
            )}
            {columns.map((column) => (
              <Header key={englishOf(column.header)} align={column.align} sorted={sortedBy(column.sort, sort)}>
                {column.sort && onSort ? (
                  <SortButton column={column.sort} sort={sort} isEnd={column.align === 'end'} onSort={onSort}>
                    {t(column.header)}
                  </SortButton>
                ) : (
                  t(column.header)
                )}
              </Header>
            ))}
            {hasActions && <Header align="end">{t('Actions')}</Header>}
          </tr>
        </thead>
        <tbody className="[&>tr:last-child>td]:border-b-0 [&>tr:last-child>td:first-child]:rounded-bl-lg [&>tr:last-child>td:last-child]:rounded-br-lg">
          {rows
            ? rows.map((row, index) => <Row key={props.idOf(row) || `row ${index}`} row={row} {...props} />)
            : Array.from({ length: props.skeletonRows }, (_, index) => (
                <SkeletonRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
                  key={index}
                  columns={columns}
                  hasSelection={Boolean(props.selection)}
                  hasActions={hasActions}
                  isCompact={isCompact}
                />
              ))}
        </tbody>
      </table>
    </div>
  );
}

const namesOf = <Row,>(columns: readonly ListColumn<Row>[]): string =>
  columns.map(({ header }) => englishOf(header)).join();

/** `useWordWidths` may change the width; it finds the original in `data-width`. */
const Column = ({ width }: { width: string }) => <col data-width={width} style={{ width }} />;

interface HeaderProps {
  align: 'end' | undefined;
  sorted?: 'ascending' | 'descending' | undefined;
  isSelectionColumn?: boolean;
  children: ReactNode;
}

function Header({ align, sorted, isSelectionColumn = false, children }: HeaderProps) {
  return (
    <th
      scope="col"
      aria-sort={sorted}
      className={cn(
        isSelectionColumn ? cn(BORDER, 'min-w-9') : CELL,
        'sticky top-(--header-height) z-10 h-9 bg-surface text-xs font-medium text-ink-faint wrap-break-word',
        align === 'end' ? 'text-right' : 'text-left',
      )}
    >
      {children}
    </th>
  );
}

function Row<R>({ row, isCompact, ...rows }: ListRows<R> & { row: R; isCompact: boolean }) {
  const hasActions = Boolean(rows.onOpen || rows.actions);
  const id = rows.idOf(row);
  const isMarked = id !== '' && rows.selection?.isSelected(id);
  return (
    // Keyboard users open the details with the "View details" button of the row.
    <tr
      data-record={id}
      {...rowClickHandlers(row, rows)}
      className={cn(
        'group/row transition-colors hover:bg-hover',
        rows.onOpen && 'cursor-pointer',
        isMarked && 'bg-accent-soft',
      )}
    >
      {rows.selection && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the checkbox in it has the keys
        <td data-marks="" onClick={clickBox} className={cn(BORDER, heightOf(isCompact, true))}>
          {id !== '' && (
            <SelectionBox selection={rows.selection} id={id} name={rows.nameOf(row)} className="mx-auto" />
          )}
        </td>
      )}
      {rows.columns.map((column) => (
        <td
          key={englishOf(column.header)}
          translate={column.align === 'end' ? 'no' : undefined}
          className={cn(
            CELL,
            heightOf(isCompact),
            column.align === 'end' && 'numeric text-right whitespace-nowrap',
            column.className,
          )}
        >
          {column.cell(row)}
        </td>
      ))}
      {hasActions && (
        <td className={cn(CELL, heightOf(isCompact, true))}>
          <RowActions row={row} {...rows} />
        </td>
      )}
    </tr>
  );
}

interface SkeletonRowProps<R> {
  columns: readonly ListColumn<R>[];
  hasSelection: boolean;
  hasActions: boolean;
  isCompact: boolean;
}

function SkeletonRow<R>({ columns, hasSelection, hasActions, isCompact }: SkeletonRowProps<R>) {
  return (
    <tr>
      {hasSelection && <td className={cn(CELL, heightOf(isCompact, true))} />}
      {columns.map((column) => (
        <td key={englishOf(column.header)} className={cn(CELL, heightOf(isCompact))}>
          {Array.from({ length: column.lines ?? 1 }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <span key={line} className="flex h-5 items-center">
              <Skeleton className={cn('h-3', line === 0 ? 'w-4/5' : 'w-1/2', column.align && 'ml-auto')} />
            </span>
          ))}
        </td>
      ))}
      {hasActions && (
        <td className={cn(CELL, heightOf(isCompact, true))}>
          <Skeleton className="ml-auto size-5 rounded-sm" />
        </td>
      )}
    </tr>
  );
}
