import { useQuery } from '@tanstack/react-query';
import type { LedgerSum } from '@wayside/contract/payouts-ledger';
import { useState } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { useRetry } from '../../lib/use-retry.ts';
import { ExplainedSum } from '../../list/explained-sum.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { ledgerQuery } from './history-queries.ts';
import { entryColumns } from './payout-columns.tsx';

const SUM_LABELS: Readonly<Record<LedgerSum, string>> = {
  earned: 'Total Earnings',
  cashKept: 'Cash Kept',
  pendingCommission: 'Pending Commission',
  paidOut: 'Paid Out',
  balance: 'Net Balance',
};

export interface LedgerSumEntriesProps {
  stat: LedgerSum;
  /** Of one mechanic; of all when null. */
  mechanic: { readonly id: string; readonly name: string } | null;
  onClose: () => void;
}

/** The rows of the ledger that a figure is the sum of. */
export function LedgerSumEntries({ stat, mechanic, onClose }: LedgerSumEntriesProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(ledgerQuery(stat, mechanic?.id ?? null, page));
  const { data } = query;
  const { failure, isRetrying, retry } = useRetry(query);
  return (
    <ExplainedSum
      stat={SUM_LABELS[stat]}
      description={mechanic ? `Of ${mechanic.name}` : 'Of all mechanics'}
      caption="Rows of the ledger"
      columns={entryColumns(stat, mechanic !== null)}
      page={data}
      keyOf={(entry) => entry.id}
      pages={data && { current: page, count: data.pageCount, onPage: setPage }}
      failure={
        failure !== null && (
          <ErrorCard
            title="Error Loading Rows"
            message={failureText(failure, 'Failed to load payout data. Please try again.')}
            retryLabel="Try Again"
            pending={isRetrying}
            onRetry={retry}
          />
        )
      }
      onClose={onClose}
    />
  );
}
