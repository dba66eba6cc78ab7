import type { SelectableListName } from '@wayside/contract/exports';
import type { Page } from '@wayside/contract/wire/paging';
import type { Permission } from '@wayside/contract/wire/permissions';
import { MAX_SELECTED } from '@wayside/contract/wire/request-fields';
import type { ReactNode } from 'react';
import { type Noun, nounFor, t } from '../languages/text.ts';
import { isOwnServer } from '../lib/config.ts';
import { formatTotal } from '../lib/format.ts';
import { useMay } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { ExportMenu } from './export-menu.tsx';
import type { ListLabels, ListRows } from './list-definition.ts';
import type { ListExport } from './list-export.ts';
import type { ListUrl, ListView } from './list-url.ts';
import { type RowSelection, useSelection } from './row-selection.tsx';
import type { ListState } from './use-list-url.ts';

/** The selected rows of a list, as its actions receive them. */
export interface SelectedRows<F extends string> {
  /** The ids of individually selected rows; null if all matching rows are selected. */
  readonly ids: readonly string[] | null;
  readonly view: ListView<F>;
  readonly count: number;
  readonly clear: () => void;
}

/** The actions on selected rows, in addition to their export (VIEW-07). */
export interface SelectableRows<F extends string> {
  /**
   * Null if the list supports neither the export of selected rows nor the selection of all rows. Users then select
   * individual rows for the actions.
   */
  readonly list: SelectableListName | null;
  readonly actions?: {
    readonly permission: Permission;
    readonly show: (selected: SelectedRows<F>) => ReactNode;
  };
}

interface SelectableList<Row, F extends string> extends Pick<ListRows<Row>, 'idOf'> {
  readonly url: ListUrl<F>;
  readonly labels: ListLabels;
  readonly exported?: (view: ListView<F>) => ListExport;
  readonly selectable?: SelectableRows<F>;
}

/** Returns the selection of a list and its action bar, if the user's role allows any action (VIEW-07). */
export function useSelectedRows<Row, F extends string>(
  { url, labels, exported, selectable: selectableRows, idOf }: SelectableList<Row, F>,
  list: ListState<F>,
  page: Page<Row> | undefined,
): { readonly marks: RowSelection | undefined; readonly bar: ReactNode } {
  const may = useMay();
  const pageIds = (page?.rows ?? []).map(idOf).filter((id) => id !== '');
  const { page: _, rows: __, sort, ...question } = list.view;
  const selection = useSelection(pageIds, JSON.stringify(question));
  const actions = selectableRows?.actions && may(selectableRows.actions.permission) ? selectableRows.actions : null;
  const selectableList = selectableRows?.list ?? null;
  const mayExport = selectableList !== null && exported !== undefined && may(exported(list.view).permission);
  if (!selectableRows || !isOwnServer() || !(actions || mayExport)) return { marks: undefined, bar: null };

  const { ids, isAll } = selection;
  const total = page?.total ?? 0;
  const count = isAll ? total : ids.size;
  if (count === 0) return { marks: selection, bar: null };
  const onPage = isAll ? count : pageIds.filter((id) => ids.has(id)).length;
  const isMore = selectableList !== null && selection.pageState === 'all' && !isAll && total > pageIds.length;
  const unfiltered = url.view(url.read({ sort: sort ?? undefined }));
  const selectedExport = (): ListExport | undefined => {
    if (!mayExport || selectableList === null) return undefined;
    return isAll
      ? exported(list.view)
      : { ...exported(unfiltered), selected: { list: selectableList, ids: [...ids] } };
  };
  const bar = (
    <SelectionBar
      count={formatTotal({ total: count, isMore: isAll && page?.isMore })}
      isOne={count === 1}
      exportedRows={isAll && page?.isMore ? undefined : count}
      isTooMany={!isAll && count > MAX_SELECTED}
      countOnOtherPages={count - onPage}
      all={isMore ? { total: formatTotal({ total, isMore: page?.isMore }), mark: selection.selectAll } : null}
      noun={labels.noun}
      exported={selectedExport()}
      actions={actions?.show({ ids: isAll ? null : [...ids], view: list.view, count, clear: selection.clear })}
      onClose={selection.clear}
    />
  );
  return { marks: selection, bar };
}

interface SelectionBarProps {
  count: string;
  isOne: boolean;
  exportedRows: number | undefined;
  isTooMany: boolean;
  /** The number of selected rows that are not on this page. */
  countOnOtherPages: number;
  all: { readonly total: string; readonly mark: () => void } | null;
  noun: Noun;
  exported: ListExport | undefined;
  actions: ReactNode;
  onClose: () => void;
}

/** Shows the number of selected rows and the actions on them (VIEW-07). It is below the list, so that no row moves. */
function SelectionBar({
  count,
  isOne,
  exportedRows,
  isTooMany,
  countOnOtherPages,
  all,
  noun,
  exported,
  actions,
  onClose,
}: SelectionBarProps) {
  return (
    <section
      aria-label={t('Selected rows')}
      data-selection-bar=""
      className="sticky bottom-4 z-20 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-overlay px-4 py-2.5 shadow-float ring-1 ring-line"
    >
      <p role="status" className="numeric font-medium">
        {t('{count} {noun} selected', { count, noun: nounFor(isOne ? 1 : 2, noun) })}
        {countOnOtherPages > 0 && (
          <span className="font-normal text-ink-soft">
            {' '}
            · {t('{count} not on this page', { count: countOnOtherPages })}
          </span>
        )}
      </p>
      {all && (
        <Button variant="ghost" onClick={all.mark}>
          {t('Select all {total} that match', { total: all.total })}
        </Button>
      )}
      <Button variant="ghost" onClick={onClose}>
        {t('Clear')}
      </Button>
      <div className="flex flex-wrap items-center gap-2 md:ml-auto">
        {isTooMany ? (
          <p className="text-warning-text">
            {t('At most {most} rows can be selected one by one.', { most: MAX_SELECTED })}
          </p>
        ) : (
          <>
            {actions}
            {exported && <ExportMenu list={exported} total={exportedRows} hasPrint={false} />}
          </>
        )}
      </div>
    </section>
  );
}
