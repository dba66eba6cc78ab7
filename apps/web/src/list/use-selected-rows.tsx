import type { Page } from '@wayside/contract/wire/paging';
import type { ReactNode } from 'react';
import { isOwnServer } from '../lib/config.ts';
import { useMay } from '../lib/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import type { ListLabels, ListRows } from './list-definition.ts';
import type { ListExport } from './list-export.ts';
import type { ListUrl, ListView } from './list-url.ts';
import type { SelectableRows } from './selected-rows.ts';
import type { ListState } from './use-list-url.ts';
import { type RowSelection, useSelection } from './use-selection.ts';

const SelectionBar = lazyPart(() => import('./selection-bar.tsx'), 'SelectionBar');

interface SelectableList<Row, F extends string> extends Pick<ListRows<Row>, 'idOf'> {
  readonly url: ListUrl<F>;
  readonly labels: ListLabels;
  readonly exported?: (view: ListView<F>) => ListExport;
  readonly selectable?: SelectableRows<F>;
}

/** The selection of a list and its bar of actions; none if the role may do nothing with selected rows (VIEW-07). */
export function useSelectedRows<Row, F extends string>(
  { url, labels, exported, selectable: marked, idOf }: SelectableList<Row, F>,
  list: ListState<F>,
  page: Page<Row> | undefined,
): { readonly marks: RowSelection | undefined; readonly bar: ReactNode } {
  const may = useMay();
  const pageIds = (page?.rows ?? []).map(idOf).filter((id) => id !== '');
  const { page: _, rows: __, sort, ...question } = list.view;
  const marks = useSelection(pageIds, JSON.stringify(question));
  const actions = marked?.actions && may(marked.actions.permission) ? marked.actions : null;
  const mayExport = exported !== undefined && may(exported(list.view).permission);
  if (!marked || !isOwnServer() || !(actions || mayExport)) return { marks: undefined, bar: null };

  const { ids, isAll } = marks;
  const total = page?.total ?? 0;
  const count = isAll ? total : ids.size;
  if (count === 0) return { marks, bar: null };
  const onPage = isAll ? count : pageIds.filter((id) => ids.has(id)).length;
  const isMore = marks.pageState === 'all' && !isAll && total > pageIds.length;
  // The export ignores the present search and filters.
  const unfiltered = url.view(url.read({ sort: sort ?? undefined }));
  const selectedExport = (): ListExport | undefined => {
    if (!mayExport) return undefined;
    return isAll ? exported(list.view) : { ...exported(unfiltered), marked: { list: marked.list, ids: [...ids] } };
  };
  const bar = (
    <SelectionBar
      count={count}
      isAll={isAll}
      elsewhere={count - onPage}
      all={isMore ? { total, mark: marks.selectAll } : null}
      noun={labels.noun}
      exported={selectedExport()}
      actions={actions?.show({ ids: isAll ? null : [...ids], view: list.view, count, clear: marks.clear })}
      onClose={marks.clear}
    />
  );
  return { marks, bar };
}
