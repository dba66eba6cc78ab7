import { useQuery } from '@tanstack/react-query';
import type { LedgerSum } from '@wayside/contract/payouts-ledger';
import { useState } from 'react';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { ExplainedSum } from '../../list/paged-table.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { ledgerQuery } from './ledger-queries.ts';
import { entryColumns } from './payout-columns.tsx';

const SUM_LABELS: Readonly<Record<LedgerSum, string>> = {
  earned: 'Total Earnings',
  cashKept: 'Cash Kept',
  pendingCommission: 'Pending Commission',
  paidOut: 'Paid Out',
  balance: 'Net Balance',
};

export interface LedgerSumEntriesProps {
  sum: LedgerSum;
  /** The mechanic whose entries are listed; null for all mechanics. */
  mechanic: { readonly id: string; readonly name: string } | null;
  onClose: () => void;
}

/** Lists the ledger entries behind a sum. */
export function LedgerSumEntries({ sum, mechanic, onClose }: LedgerSumEntriesProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(ledgerQuery(sum, mechanic?.id ?? null, page));
  const { data } = query;
  const failure = useFailedLoad(query, 'Failed to load payout data. Please try again.');
  return (
    <ExplainedSum
      title={SUM_LABELS[sum]}
      description={mechanic ? `Of ${mechanic.name}` : 'Of all mechanics'}
      caption="Rows of the ledger"
      columns={entryColumns(sum, mechanic !== null)}
      page={data}
      keyOf={(entry) => entry.id}
      pages={data && { current: page, count: data.pageCount, onPage: setPage }}
      failure={failure && <ErrorCard title="Error Loading Rows" {...failure} />}
      onClose={onClose}
    />
  );
}
