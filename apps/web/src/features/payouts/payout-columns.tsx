import { contribution, type LedgerEntry, type LedgerSum } from '@wayside/contract/payouts-ledger';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import {
  formatColumnRupees,
  formatDate,
  formatDateTime,
  formatDay,
  formatExactRupees,
  initialsOf,
  orNotAvailable,
  shortId,
} from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { BookingId, PaymentLink } from '../../list/list-columns.tsx';
import { type ColumnSort, type ListCard, type ListColumn, sortByAmount } from '../../list/list-definition.ts';
import { Avatar, StatusBadge, type StatusLabel } from '../../ui/badge.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import type { SmallColumn } from '../../ui/small-table.tsx';
import { PersonCell } from '../people/person-cells.tsx';
import type { ShownEarning, ShownPayout } from './ledger-queries.ts';
import { payoutMethodLabel } from './payout-method.ts';
import {
  type BalanceStatus,
  balanceStatusOf,
  type Payee,
  payablePaise,
  unavailableAmountText,
} from './payouts-queries.ts';
import type { PayoutSort } from './payouts-url.ts';

export const BALANCE_LABELS: Readonly<Record<BalanceStatus, StatusLabel>> = {
  available: { label: msg('Available for Payout'), tone: 'success' },
  negative: { label: msg('Negative Balance'), tone: 'danger' },
  zero: { label: msg('Zero Balance'), tone: 'neutral' },
};

const RESERVED: StatusLabel = { label: msg('Reserved'), tone: 'warning' };
const IN_TRANSIT: StatusLabel = { label: msg('In Transit'), tone: 'info' };

/** The badge of a balance. If the whole balance is reserved, nothing is available (TEAM-06, OWN-08). */
export const BalanceStatusBadge = ({ payee }: { payee: Payee }) => <StatusBadge {...balanceLabel(payee)} />;

const balanceLabel = (payee: Payee): StatusLabel => {
  if (!isAllWaiting(payee)) return BALANCE_LABELS[balanceStatusOf(payee)];
  return payee.reservedPaise === undefined ? IN_TRANSIT : RESERVED;
};

const isAllWaiting = (payee: Payee) => balanceStatusOf(payee) === 'available' && payablePaise(payee) <= 0;

const sortByText = (name: PayoutSort, falling: Message, rising: Message): ColumnSort => ({ name, falling, rising });

const amountColumn = (
  header: Message,
  width: string,
  sort: readonly [name: PayoutSort, falling: Message, rising: Message],
  read: (payee: Payee) => number | null,
): ListColumn<Payee> => ({
  header,
  width,
  align: 'end',
  sort: sortByAmount(...sort),
  className: 'whitespace-nowrap',
  cell: (payee) => formatColumnRupees(read(payee)),
});

/** The part of a balance that is reserved or in transit (TEAM-06, BANK-01). */
const Waiting = ({ payee }: { payee: Payee }) =>
  !isAllWaiting(payee) &&
  unavailableAmountText(payee) !== null && (
    <span className="block text-xs font-normal text-ink-soft">{unavailableAmountText(payee)}</span>
  );

export const PAYOUT_COLUMNS: readonly ListColumn<Payee>[] = [
  {
    header: msg('Mechanic'),
    sort: sortByText('name', msg('Name, Z to A'), msg('Name, A to Z')),
    width: 'auto',
    lines: 2,
    cell: (payee) => (
      <PersonCell
        id={payee.mechanicId}
        name={payee.name}
        avatar={<Avatar initials={initialsOf(payee.name)} />}
        isAvatarOptional
      />
    ),
  },
  {
    header: msg('Contact'),
    sort: sortByText('phone', msg('Phone, Z to A'), msg('Phone, A to Z')),
    width: 'clamp(7.25rem, 100cqi - 51rem, 9rem)',
    isSecondary: true,
    cell: (payee) => (
      <span translate="no" className="numeric block truncate" data-tip={payee.phone ?? undefined}>
        {orNotAvailable(payee.phone)}
      </span>
    ),
  },
  amountColumn(
    msg('Total Earnings'),
    '7rem',
    ['earned', msg('Highest Total Earnings First'), msg('Lowest Total Earnings First')],
    (payee) => payee.netEarningPaise,
  ),
  amountColumn(
    msg('Paid Out'),
    '7rem',
    ['paid', msg('Highest Paid Out First'), msg('Lowest Paid Out First')],
    (payee) => payee.paidOutPaise,
  ),
  {
    ...amountColumn(
      msg('Commission'),
      '6.5rem',
      ['commission', msg('Highest Commission First'), msg('Lowest Commission First')],
      (payee) => payee.pendingCommissionPaise,
    ),
    isSecondary: true,
  },
  {
    header: msg('Net Balance'),
    sort: sortByAmount('balance', msg('Highest Net Balance First'), msg('Lowest Net Balance First')),
    width: '7rem',
    align: 'end',
    cell: (payee) => <span className="font-semibold">{formatColumnRupees(payee.balancePaise)}</span>,
  },
  {
    header: msg('Status'),
    // Uses one line if the table has space beside the names.
    width: 'clamp(7.75rem, 100cqi - 52rem, 11rem)',
    sort: sortByText('status', msg('Status, Z to A'), msg('Status, A to Z')),
    cell: (payee) => (
      <>
        <StatusBadge {...balanceLabel(payee)} wraps />
        <Waiting payee={payee} />
      </>
    ),
  },
];

export function payoutCard(payee: Payee): ListCard {
  return {
    id: <CopyableId id={payee.mechanicId} shown={shortId(payee.mechanicId)} />,
    status: <BalanceStatusBadge payee={payee} />,
    person: orNotAvailable(payee.name),
    amount: (
      <>
        {formatExactRupees(payee.balancePaise)}
        <Waiting payee={payee} />
      </>
    ),
    more: (
      <span translate="no" className="numeric block truncate">
        {orNotAvailable(payee.phone)}
      </span>
    ),
  };
}

/** The payment method, with a link to the payment if it is known (BOOK-14). */
const methodCell = ({ method, paymentId }: Pick<ShownEarning, 'method' | 'paymentId'>) => (
  <PaymentLink id={paymentId ?? null}>{payoutMethodLabel(method)}</PaymentLink>
);

const smallMoneyColumn = <Row,>(header: Message, read: (row: Row) => number | null): SmallColumn<Row> => ({
  header,
  align: 'end',
  cell: (row) => formatColumnRupees(read(row)),
});

const KINDS: Readonly<Record<string, Message>> = {
  earning: msg('Earning'),
  payout: msg('Payout'),
  adjustment: msg('Adjustment'),
  refund: msg('Refund'),
  compensation: msg('Retained after a refund'),
  reversal: msg('Reversal'),
};

const kindText = (kind: string): string => t(lookUp(KINDS, kind) ?? verbatim(kind));

/** Checks whether an entry changes a balance without a payment (PAYO-11, REFD-02). */
const isBalanceChange = (kind: string | undefined): boolean =>
  kind === 'adjustment' || kind === 'refund' || kind === 'compensation';

/** The booking, or the reason for an adjustment or refund (PAYO-11, REFD-02). */
export const sourceCell = ({ kind, reason, bookingId }: Pick<ShownEarning, 'kind' | 'reason' | 'bookingId'>) =>
  isBalanceChange(kind) ? (
    <span className="block max-w-48 min-w-28 py-1 wrap-anywhere whitespace-normal text-ink-soft">
      {kind === 'compensation' ? kindText(kind) : `${kindText(kind ?? '')}: ${orNotAvailable(reason ?? null)}`}
    </span>
  ) : (
    <BookingId id={bookingId} />
  );

const partColumn = (header: Message, read: (row: ShownEarning) => number | null): SmallColumn<ShownEarning> => ({
  header,
  align: 'end',
  cell: (row) => (isBalanceChange(row.kind) ? '–' : formatColumnRupees(read(row))),
});
const earnedBy = (row: ShownEarning) =>
  isBalanceChange(row.kind) ? (
    <StatusBadge tone="neutral" label={row.kind === 'adjustment' ? msg('Adjustment') : msg('Refund')} />
  ) : (
    methodCell(row)
  );

/** The columns of the earnings history (PAYO-04). */
export const EARNED_COLUMNS: readonly SmallColumn<ShownEarning>[] = [
  { header: msg('Date'), cell: (row) => formatDateTime(row.transactedAt) },
  { header: msg('Booking ID'), cell: sourceCell },
  { header: msg('Payment Method'), cell: earnedBy },
  partColumn(msg('Gross Earning'), (row) => row.grossPaise),
  partColumn(msg('Commission'), (row) => row.commissionPaise),
  partColumn(msg('Platform Fee'), (row) => row.platformFeePaise),
  smallMoneyColumn(msg('Net Earning'), (row) => row.netPaise),
];

const PAYOUT_STATES: Readonly<Record<'completed' | 'voided' | 'reversal', StatusLabel>> = {
  completed: { label: msg('Completed'), tone: 'success' },
  voided: { label: msg('Voided'), tone: 'warning' },
  reversal: { label: msg('Reversal'), tone: 'neutral' },
};

/** The columns of the payout history (PAYO-04). A voided payout adds a row (PAYO-11). */
export const PAID_COLUMNS: readonly SmallColumn<ShownPayout>[] = [
  { header: msg('Date'), cell: (row) => formatDateTime(row.paidAt) },
  {
    header: msg('Transaction ID'),
    cell: (row) => <span className="font-mono">{orNotAvailable(row.transactionId)}</span>,
  },
  { ...smallMoneyColumn(msg('Amount'), (row) => row.amountPaise), isMain: true },
  {
    header: msg('Status'),
    cell: ({ state }) => <StatusBadge {...PAYOUT_STATES[state ?? 'completed']} />,
  },
];

/** Returns the label of an entry: "Earning in cash", "Void". */
export function entryKind({ kind, method, isVoided }: Pick<LedgerEntry, 'kind' | 'method' | 'isVoided'>): string {
  if (kind === 'reversal' && isVoided) return t('Void');
  return kind === 'earning' && method === 'cash' ? t('Earning in cash') : kindText(kind);
}

/** The date of an entry and, if it differs, the later day on which it was booked (CLOS-01). */
function entryDate({ occurredAt, bookedAt }: LedgerEntry) {
  if (!bookedAt) return formatDateTime(occurredAt);
  return (
    <>
      {formatDateTime(occurredAt)}
      <span className="block text-xs text-ink-soft">
        {t('in the books of {date}', { date: formatDate(bookedAt) })}
      </span>
    </>
  );
}

export function entryColumns(sum: LedgerSum, isOfOneMechanic: boolean): readonly SmallColumn<LedgerEntry>[] {
  const mechanic: SmallColumn<LedgerEntry> = {
    header: msg('Mechanic'),
    cell: (entry) => orNotAvailable(entry.mechanicName),
  };
  return [
    { header: msg('Date'), cell: entryDate },
    { header: msg('Kind'), cell: ({ kind }) => kindText(kind) },
    ...(isOfOneMechanic ? [] : [mechanic]),
    {
      header: msg('Booking or transaction'),
      cell: (entry) =>
        entry.transactionId ? <span className="font-mono">{entry.transactionId}</span> : sourceCell(entry),
    },
    { header: msg('Method'), cell: methodCell },
    smallMoneyColumn(msg('Adds'), contribution[sum]),
  ];
}

export interface StatementDays {
  /** First and last day, both inclusive, in the business time zone; null if unbounded. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Returns a period as text: "1 Nov 2026 to 30 Nov 2026", "5 Nov 2026", "from 5 Nov 2026". */
export function daysText({ from, to }: StatementDays): string {
  if (from !== null && from === to) return formatDay(from);
  if (from === null) return to === null ? t('all days') : t('until {date}', { date: formatDay(to) });
  return to === null
    ? t('from {date}', { date: formatDay(from) })
    : t('{from} to {to}', { from: formatDay(from), to: formatDay(to) });
}
