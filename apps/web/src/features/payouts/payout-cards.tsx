import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LedgerSum } from '@wayside/contract/payouts-ledger';
import type { ReadRows } from '@wayside/contract/wire/paging';
import { ListTree } from 'lucide-react';
import { isOwnServer } from '../../lib/config.ts';
import { formatCount, formatExactRupees, NOT_AVAILABLE } from '../../lib/format.ts';
import { ExplainButton, SumCard } from '../../ui/card.tsx';
import { type Payee, payoutsQuery } from './payouts-queries.ts';

const sumOf = (payees: readonly Payee[], read: (payee: Payee) => number | null) =>
  payees.reduce((paise, payee) => paise + (read(payee) ?? 0), 0);

function sumsOf({ rows: payees }: ReadRows<Payee>) {
  const available = payees.filter(({ balancePaise }) => (balancePaise ?? 0) > 0);
  return {
    earned: sumOf(payees, (payee) => payee.netEarningPaise),
    paidOut: sumOf(payees, (payee) => payee.paidOutPaise),
    available: sumOf(available, (payee) => payee.balancePaise),
    availableCount: available.length,
    pendingCommission: sumOf(payees, (payee) => payee.pendingCommissionPaise),
  };
}

export interface PayoutCardsProps {
  /** The payees could not be loaded. */
  hasFailed: boolean;
  onExplain: (sum: LedgerSum) => void;
}

/** The sums over all mechanics, each with a button that lists its ledger entries (PAYO-01). */
export function PayoutCards({ hasFailed, onExplain }: PayoutCardsProps) {
  const { data } = useQuery({ ...payoutsQuery, select: sumsOf });
  const unknown = hasFailed ? NOT_AVAILABLE : undefined;
  const shown = (paise: number | undefined) => (paise === undefined ? unknown : formatExactRupees(paise));
  const explain = (sum: LedgerSum, title: string) =>
    isOwnServer() && <ExplainButton title={title} onClick={() => onExplain(sum)} />;
  return (
    <section aria-label="Sums over all mechanics" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <SumCard
        title="Total Earnings"
        value={shown(data?.earned)}
        note="Net, of all mechanics"
        action={explain('earned', 'Total Earnings')}
      />
      <SumCard
        title="Paid Out"
        value={shown(data?.paidOut)}
        note="To all mechanics"
        action={explain('paidOut', 'Paid Out')}
      />
      <SumCard
        title="Available for Payout"
        value={shown(data?.available)}
        note={data ? `${formatCount(data.availableCount)} with a positive balance` : unknown}
        action={
          <Link
            to="/payouts"
            search={{ balance: 'available' }}
            aria-label="Explain Available for Payout"
            data-tip="Explain this number"
            className="inline-grid size-8 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-pressed hover:text-ink touch:size-11"
          >
            <ListTree aria-hidden="true" className="size-4" />
          </Link>
        }
      />
      <SumCard
        title="Pending Commission"
        value={shown(data?.pendingCommission)}
        note="Commission and fees of cash jobs"
        action={explain('pendingCommission', 'Pending Commission')}
      />
    </section>
  );
}
