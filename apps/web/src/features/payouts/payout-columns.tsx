import { formatExactRupees, initialsOf, orNotAvailable, shortId } from '../../lib/format.ts';
import type { ListCard, ListColumn } from '../../list/list-column.ts';
import { PersonCell } from '../../people/person-cells.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { STANDINGS } from './payout-labels.ts';
import { balanceStatusOf, type Payee } from './payouts-queries.ts';

export function BalanceStatusBadge({ payee }: { payee: Payee }) {
  const { label, tone } = STANDINGS[balanceStatusOf(payee)];
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  );
}

const amount = (header: string, width: string, read: (payee: Payee) => number | null): ListColumn<Payee> => ({
  header,
  width,
  align: 'end',
  cell: (payee) => formatExactRupees(read(payee)),
});

/** The columns of PAYO-03; the actions come from the screen. */
export const PAYOUT_COLUMNS: readonly ListColumn<Payee>[] = [
  {
    header: 'Mechanic',
    width: '16.4%',
    lines: 2,
    cell: (payee) => (
      <PersonCell id={payee.mechanicId} name={payee.name} avatar={<Avatar initials={initialsOf(payee.name)} />} />
    ),
  },
  {
    header: 'Contact',
    width: '13%',
    cell: (payee) => (
      <span className="numeric block truncate" data-tip={payee.phone ?? undefined}>
        {orNotAvailable(payee.phone)}
      </span>
    ),
  },
  amount('Total Earnings', '13.1%', (payee) => payee.netEarningPaise),
  amount('Paid Out', '12%', (payee) => payee.paidOutPaise),
  amount('Commission', '12%', (payee) => payee.pendingCommissionPaise),
  {
    header: 'Net Balance',
    width: '12.5%',
    align: 'end',
    cell: (payee) => <span className="font-semibold">{formatExactRupees(payee.balancePaise)}</span>,
  },
  { header: 'Status', width: '21%', cell: (payee) => <BalanceStatusBadge payee={payee} /> },
];

/** A mechanic's balance on a phone. */
export function payoutCard(payee: Payee): ListCard {
  return {
    id: <CopyableId id={payee.mechanicId} shown={shortId(payee.mechanicId)} />,
    status: <BalanceStatusBadge payee={payee} />,
    person: orNotAvailable(payee.name),
    amount: formatExactRupees(payee.balancePaise),
    more: <span className="numeric block truncate">{orNotAvailable(payee.phone)}</span>,
  };
}
