import { Link } from '@tanstack/react-router';
import { PagedTable } from '../../list/paged-table.tsx';
import { earningsQuery, paidOutQuery } from '../payouts/ledger-queries.ts';
import { EARNED_COLUMNS, PAID_COLUMNS } from '../payouts/payout-columns.tsx';

const FAILED = 'Failed to load payout data. Please try again.';

const toPayouts = (id: string) => (
  <Link to="/payouts" search={{ mechanic: id }} className="link">
    Open in Payouts
  </Link>
);

/** The earnings of a mechanic (PEOP-01). */
export function MechanicEarnings({ id }: { id: string }) {
  return (
    <PagedTable
      title="Earnings"
      columns={EARNED_COLUMNS}
      query={(page, limit) => earningsQuery(id, page, limit)}
      empty="Nothing has been earned yet."
      failed={FAILED}
      action={toPayouts(id)}
    />
  );
}

/** The payouts to a mechanic (PEOP-01). */
export function MechanicPayouts({ id }: { id: string }) {
  return (
    <PagedTable
      title="Payouts"
      columns={PAID_COLUMNS}
      query={(page, limit) => paidOutQuery(id, page, limit)}
      empty="Nothing has been paid out yet."
      failed={FAILED}
      action={toPayouts(id)}
    />
  );
}
