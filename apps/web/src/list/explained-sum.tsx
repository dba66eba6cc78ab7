import type { ReactNode } from 'react';
import { formatCount, formatExactRupees } from '../lib/format.ts';
import { Dialog } from '../ui/dialog.tsx';
import { PageSteps } from '../ui/pagination.tsx';
import { type SmallColumn, SmallTable } from '../ui/small-table.tsx';

export interface ExplainedSumProps<Row> {
  /** The title of the sum: "Total Earnings". */
  title: string;
  /** The owner of the sum. */
  description: string;
  /** What the rows are. */
  caption: string;
  columns: readonly SmallColumn<Row>[];
  /** A page of the rows, and what all of them sum to; undefined while they load. */
  page: { readonly rows: readonly Row[]; readonly total: number; readonly sumPaise: number } | undefined;
  keyOf: (row: Row) => string;
  /** The pages of rows, where there may be more than one. */
  pages?: { readonly current: number; readonly count: number; readonly onPage: (page: number) => void } | undefined;
  /** Replaces the rows when they could not be loaded. */
  failure?: ReactNode;
  onClose: () => void;
}

/** The rows behind a sum, with the sum below them. */
export function ExplainedSum<Row>(props: ExplainedSumProps<Row>) {
  const { title, description, caption, columns, page, keyOf, pages, failure, onClose } = props;
  return (
    <Dialog
      title={`${title}: what it is made of`}
      description={description}
      size="lg"
      isText
      onClose={onClose}
      footer={
        page && (
          <div className="flex w-full flex-wrap items-center justify-between gap-3">
            <p className="numeric">
              <span translate="no">{formatCount(page.total)}</span>{' '}
              {page.total === 1 ? 'row, which sums' : 'rows, which sum'} to{' '}
              <strong translate="no">{formatExactRupees(page.sumPaise)}</strong>
            </p>
            {pages && (
              <PageSteps page={pages.current} pageCount={pages.count} label="Pages of rows" onPage={pages.onPage} />
            )}
          </div>
        )
      }
    >
      {failure || (
        <SmallTable
          caption={caption}
          columns={columns}
          rows={page?.rows}
          keyOf={keyOf}
          empty="There are no rows, so it is ₹0."
        />
      )}
    </Dialog>
  );
}
