import { MAX_MARKED } from '@wayside/contract/wire/request-fields';
import type { ReactNode } from 'react';
import { formatCount } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { ExportMenu } from './export-menu.tsx';
import type { ListExport } from './list-export.ts';

export interface SelectionBarProps {
  count: number;
  /** Whether all that match are selected. */
  isAll: boolean;
  /** How many of them are on another page, or excluded by the search and the filters. */
  elsewhere: number;
  /** Selects all that match, if the page is selected and there are more. */
  all: { readonly total: number; readonly mark: () => void } | null;
  noun: { readonly one: string; readonly many: string };
  exported: ListExport | undefined;
  actions: ReactNode;
  onClose: () => void;
}

/** The number of selected rows and the actions on them (VIEW-07). Below the list, so that no row moves. */
export function SelectionBar({
  count,
  isAll,
  elsewhere,
  all,
  noun,
  exported,
  actions,
  onClose,
}: SelectionBarProps) {
  const isTooMany = !isAll && count > MAX_MARKED;
  return (
    <section
      aria-label="Selected rows"
      className="sticky bottom-4 z-20 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-overlay px-4 py-2.5 shadow-float ring-1 ring-line"
    >
      <p role="status" className="numeric font-medium">
        {formatCount(count)} {count === 1 ? noun.one : noun.many} selected
        {elsewhere > 0 && (
          <span className="font-normal text-ink-soft"> · {formatCount(elsewhere)} not on this page</span>
        )}
      </p>
      {all && (
        <Button variant="ghost" onClick={all.mark}>
          Select all {formatCount(all.total)} that match
        </Button>
      )}
      <Button variant="ghost" onClick={onClose}>
        Clear
      </Button>
      <div className="flex flex-wrap items-center gap-2 md:ml-auto">
        {isTooMany ? (
          <p className="text-warning-text">At most {formatCount(MAX_MARKED)} rows can be selected one by one.</p>
        ) : (
          <>
            {actions}
            {exported && <ExportMenu list={exported} total={count} hasPrint={false} />}
          </>
        )}
      </div>
    </section>
  );
}
