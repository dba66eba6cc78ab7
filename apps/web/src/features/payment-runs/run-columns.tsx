import type { RunRow } from '@wayside/contract/payment-run-rows';
import type { PaymentRun, RunRowState, RunState } from '@wayside/contract/payment-runs';
import type { ReactNode } from 'react';
import { msg, plural, t } from '../../languages/text.ts';
import { fileFormat } from '../../lib/file-format.ts';
import { formatColumnRupees, formatDateTime, formatExactRupees } from '../../lib/format.ts';
import { storedSentenceText } from '../../lib/sentence-text.ts';
import { exactMoneyColumn, Timestamp } from '../../list/list-columns.tsx';
import type { ListCard, ListColumn } from '../../list/list-definition.ts';
import { StatusBadge, type StatusLabel } from '../../ui/badge.tsx';
import type { SmallColumn } from '../../ui/small-table.tsx';
import { PersonLink } from '../people/person-link.tsx';
import { countMessage, modeLabel, runTotal, sumStates } from './run-labels.ts';

export const RUN_STATE_LABELS: Readonly<Record<RunState, StatusLabel>> = {
  waiting: { label: msg('Waiting for Approval'), tone: 'warning' },
  ready: { label: msg('Ready'), tone: 'info' },
  sent: { label: msg('With the Bank'), tone: 'info' },
  finished: { label: msg('Finished'), tone: 'success' },
  cancelled: { label: msg('Cancelled'), tone: 'neutral' },
  rejected: { label: msg('Rejected'), tone: 'danger' },
  lapsed: { label: msg('Expired'), tone: 'neutral' },
};

export const ROW_STATE_LABELS: Readonly<Record<RunRowState, StatusLabel>> = {
  reserved: { label: msg('Reserved'), tone: 'info' },
  sent: { label: msg('With the Bank'), tone: 'info' },
  paid: { label: msg('Paid'), tone: 'success' },
  failed: { label: msg('Failed'), tone: 'danger' },
  reversed: { label: msg('Reversed'), tone: 'warning' },
  removed: { label: msg('Removed'), tone: 'neutral' },
};

const UNKNOWN_LABEL: StatusLabel = { label: msg('Unknown'), tone: 'neutral' };

export const runBadgeOf = (state: string): StatusLabel => RUN_STATE_LABELS[state as RunState] ?? UNKNOWN_LABEL;
export const rowBadgeOf = (state: string): StatusLabel => ROW_STATE_LABELS[state as RunRowState] ?? UNKNOWN_LABEL;

const runName = ({ number }: Pick<PaymentRun, 'number'>): string => t('Run {number}', { number: String(number) });

/** Returns the title of a run: "Run 12 of ₹4,500". */
export const runTitle = (run: PaymentRun): string =>
  t('Run {number} of {amount}', { number: String(run.number), amount: formatExactRupees(runTotal(run)) });

/**
 * Returns the label of the action for payments without a bank result: "Mark the 3 remaining payments as not paid"
 * (BANK-08).
 */
export function notPaidLabel(run: PaymentRun): string {
  const { count } = sumStates(run, 'sent');
  const reported = sumStates(run, 'paid', 'failed', 'reversed').count;
  if (reported === 0) return plural(count, 'Mark the payment as not paid', 'Mark all {count} payments as not paid');
  return plural(count, 'Mark the remaining payment as not paid', 'Mark the {count} remaining payments as not paid');
}

/** Returns the progress of a run: "9,812 paid · 3 failed · 185 with the bank". */
function progressText(run: PaymentRun): string {
  return progressOf(run)
    .map(({ state, count }) => t(countMessage(state), { count }))
    .join(' · ');
}

const PROGRESS_ORDER: readonly string[] = ['paid', 'failed', 'reversed', 'sent', 'reserved', 'removed'];

/** Returns the payment counts of a run by status, with the bank's results first. */
export const progressOf = ({ progress }: Pick<PaymentRun, 'progress'>): PaymentRun['progress'] =>
  progress
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => PROGRESS_ORDER.indexOf(one.state) - PROGRESS_ORDER.indexOf(other.state));

export const RUN_COLUMNS: readonly ListColumn<PaymentRun>[] = [
  { header: msg('Run'), width: '9%', cell: (run) => <span className="font-medium">{runName(run)}</span> },
  { header: msg('Created'), width: '15%', lines: 2, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  {
    header: msg('By'),
    width: '16%',
    cell: ({ createdBy }) => (
      <span className="block truncate" data-tip={createdBy}>
        {createdBy}
      </span>
    ),
  },
  { header: msg('Format'), width: '12%', cell: ({ profileLabel }) => fileFormat(profileLabel) },
  { header: msg('Status'), width: '17%', cell: ({ state }) => <StatusBadge {...runBadgeOf(state)} /> },
  {
    header: msg('Progress'),
    width: '18%',
    lines: 2,
    cell: (run) => <span className="numeric whitespace-normal text-ink-soft">{progressText(run)}</span>,
  },
  exactMoneyColumn(msg('Total'), '13%', runTotal),
];

export const runCard = (run: PaymentRun): ListCard => ({
  id: runName(run),
  status: <StatusBadge {...runBadgeOf(run.state)} />,
  person: fileFormat(run.profileLabel),
  amount: formatExactRupees(runTotal(run)),
  more: (
    <span className="numeric block whitespace-normal">
      {progressText(run)}
      <span className="block">{formatDateTime(run.createdAt)}</span>
    </span>
  ),
});

const Payee = ({ row: { mechanicId, name, destination, mode } }: { row: RunRow }) => (
  <>
    <PersonLink person={{ id: mechanicId, name, phone: null, email: null }} as="mechanic" />
    <span className="numeric block text-xs text-ink-soft">
      <span translate="no">{destination}</span> · {modeLabel(mode)}
    </span>
  </>
);

const RowState = ({ row: { state, reason, reasonKey } }: { row: RunRow }) => (
  <>
    <StatusBadge {...rowBadgeOf(state)} />
    {reason && (
      <span className="block max-w-72 text-xs whitespace-normal text-ink-soft">
        {storedSentenceText(reason, reasonKey)}
      </span>
    )}
  </>
);

/** Returns the columns for the rows of a run. @param action renders the button of a row */
export const runRowColumns = (action: (row: RunRow) => ReactNode): readonly SmallColumn<RunRow>[] => [
  { header: msg('Reference'), cell: ({ reference }) => <span className="font-mono">{reference}</span> },
  { header: msg('Mechanic'), cell: (row) => <Payee row={row} /> },
  { header: msg('Amount'), align: 'end', cell: ({ amountPaise }) => formatColumnRupees(amountPaise) },
  { header: msg('Status'), cell: (row) => <RowState row={row} /> },
  {
    header: msg('Transaction ID'),
    // Wraps long UTRs, so that the last column does not cover their end.
    cell: ({ transactionId }) => (
      <span className="block max-w-32 font-mono break-all whitespace-normal">{transactionId ?? '–'}</span>
    ),
  },
  { header: msg('Actions'), isMain: true, cell: (row) => action(row) ?? '–' },
];
