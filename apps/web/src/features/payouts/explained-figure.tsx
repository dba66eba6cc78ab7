import { useQuery } from '@tanstack/react-query';
import type { LedgerFigure } from '@wayside/contract/ledger';
import { useState } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { formatCount, formatExactRupees } from '../../lib/format.ts';
import { useRetry } from '../../lib/use-retry.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { PageSteps } from '../../ui/page-steps.tsx';
import { SmallTable } from '../../ui/small-table.tsx';
import { entryColumns } from './history-columns.tsx';
import { ledgerQuery } from './history-queries.ts';

const TITLES: Readonly<Record<LedgerFigure, string>> = {
  earned: 'Total Earnings',
  cashKept: 'Cash Kept',
  pendingCommission: 'Pending Commission',
  paidOut: 'Paid Out',
  balance: 'Net Balance',
};

export interface ExplainedFigureProps {
  figure: LedgerFigure;
  /** Of one mechanic; of all when null. */
  mechanic: { readonly id: string; readonly name: string } | null;
  onClose: () => void;
}

/** The rows of the ledger that a figure is the sum of. */
export function ExplainedFigure({ figure, mechanic, onClose }: ExplainedFigureProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(ledgerQuery(figure, mechanic?.id ?? null, page));
  const { data } = query;
  const { failure, isRetrying, retry } = useRetry(query);
  return (
    <Dialog
      title={`${TITLES[figure]}: what it is made of`}
      description={mechanic ? `Of ${mechanic.name}` : 'Of all mechanics'}
      size="lg"
      isText
      onClose={onClose}
      footer={
        data && (
          <div className="flex w-full flex-wrap items-center justify-between gap-3">
            <p className="numeric">
              {formatCount(data.total)} {data.total === 1 ? 'row' : 'rows'}, which sum to{' '}
              <strong>{formatExactRupees(data.sumPaise)}</strong>
            </p>
            <PageSteps page={page} pageCount={data.pageCount} label="Pages of rows" onPage={setPage} />
          </div>
        )
      }
    >
      {failure !== null ? (
        <ErrorCard
          title="Error Loading Rows"
          message={failureText(failure, 'Failed to load payout data. Please try again.')}
          retryLabel="Try Again"
          pending={isRetrying}
          onRetry={retry}
        />
      ) : (
        <SmallTable
          caption="Rows of the ledger"
          columns={entryColumns(figure, mechanic !== null)}
          rows={data?.rows}
          keyOf={(entry) => entry.id}
          empty="There are no rows, so it is ₹0."
        />
      )}
    </Dialog>
  );
}
