import { useState } from 'react';
import { t } from '../languages/text.ts';
import { capitalise } from '../lib/format.ts';
import { cn } from '../ui/cn.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/loading.tsx';
import type { ListRows } from './list-definition.ts';
import { RowActions, rowClickHandlers } from './row-actions.tsx';
import { SelectionBox } from './row-selection.tsx';

export interface ListCardsProps<Row> extends ListRows<Row> {
  caption: string;
  rows: readonly Row[] | undefined;
  skeletonRows: number;
}

const RowDetails = lazyPart(() => import('./record-dialog.tsx'), 'RowDetails');

const CARD = 'grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-line px-4 py-3 last:border-b-0';

export function ListCards<Row>(props: ListCardsProps<Row>) {
  const [openRow, setOpenRow] = useState<Row | null>(null);
  const { columns, nameOf, onOpen = setOpenRow } = props;
  return (
    <>
      <ul aria-label={props.caption} aria-busy={!props.rows}>
        {props.rows
          ? props.rows.map((row, index) => (
              <Card key={props.idOf(row) || `row ${index}`} row={row} {...props} onOpen={onOpen} />
            ))
          : Array.from({ length: props.skeletonRows }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <SkeletonCard key={index} />
            ))}
      </ul>
      {openRow !== null && (
        <RowDetails
          title={capitalise(nameOf(openRow))}
          items={columns.map(({ header, cell }) => ({ label: t(header), content: cell(openRow) }))}
          onClose={() => setOpenRow(null)}
        />
      )}
    </>
  );
}

function Card<R>({ row, ...rows }: ListRows<R> & { row: R }) {
  const card = rows.card(row);
  const id = rows.idOf(row);
  return (
    // Keyboard users open the details with the "View details" button of the card.
    <li
      data-record={id}
      className={cn(CARD, id !== '' && rows.selection?.isSelected(id) && 'bg-accent-soft')}
      {...rowClickHandlers(row, rows)}
    >
      <div className="flex min-h-6 items-center justify-between gap-3">
        {rows.selection && id !== '' && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is in the component
          <label className="-my-1.5 -ml-2 grid size-11 place-items-center">
            <SelectionBox selection={rows.selection} id={id} name={rows.nameOf(row)} />
          </label>
        )}
        <div translate="no" className={cn('min-w-24 text-sm text-ink-soft', rows.selection && 'flex-1')}>
          {card.id}
        </div>
        {card.status}
      </div>
      <div className="flex items-baseline justify-between gap-3">
        <div translate="no" className="min-w-0 truncate text-lg font-medium">
          {card.person}
        </div>
        {card.amount !== undefined && (
          <div
            translate="no"
            className="numeric max-w-2/3 shrink-0 text-lg font-semibold whitespace-nowrap *:whitespace-normal"
          >
            {card.amount}
          </div>
        )}
      </div>
      <div className={cn('flex items-center justify-between gap-x-3 gap-y-1', rows.actions && 'flex-wrap')}>
        <div className="min-w-0 text-sm text-ink-soft">{card.more}</div>
        <div className="ml-auto">
          <RowActions row={row} {...rows} />
        </div>
      </div>
    </li>
  );
}

function SkeletonCard() {
  return (
    <li className={CARD} aria-hidden="true">
      <div className="flex h-6 items-center justify-between">
        <Skeleton className="h-3 w-20" />
        <Skeleton className="h-5 w-24 rounded-full" />
      </div>
      <div className="flex h-6 items-center justify-between">
        <Skeleton className="h-4 w-36" />
        <Skeleton className="h-4 w-16" />
      </div>
      <div className="flex h-11 items-center">
        <Skeleton className="h-3 w-44" />
      </div>
    </li>
  );
}
