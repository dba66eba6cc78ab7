import type { Settlement, SettlementState } from '@wayside/contract/settlements';
import { formatColumnRupees, formatDay, formatExactRupees, NOT_AVAILABLE, spacedWords } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { ledgerColumn } from '../../list/list-columns.tsx';
import {
  type ListCard,
  type ListColumn,
  type ListFilter,
  type ListLabels,
  loadError,
} from '../../list/list-definition.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { settlementsUrl } from '../../list/list-urls.ts';
import { StatusBadge, type StatusLabel } from '../../ui/badge.tsx';
import { SettlementSections } from './settlement-sections.tsx';
import { settlements } from './settlements-queries.ts';

const STATES: Readonly<Record<SettlementState, StatusLabel>> = {
  matched: { label: 'At the bank', tone: 'success' },
  amount_differs: { label: 'Amount differs', tone: 'warning' },
  missing_there: { label: 'No credit', tone: 'neutral' },
};

const LABELS: ListLabels = {
  title: 'Settlements',
  subtitle: 'Payments + adjustments − refunds − fee − tax = one bank credit',
  heading: 'All settlements',
  noun: { one: 'settlement', many: 'settlements' },
  empty: 'No settlements yet',
  noMatch: 'No settlements in this list',
  error: loadError('Error Loading Settlements', 'Failed to load the settlements'),
};

const STATE_FILTER: ListFilter<'state'> = {
  key: 'state',
  label: 'Bank',
  all: 'All',
  options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
};

const badgeOf = (state: string): StatusLabel =>
  lookUp(STATES, state) ?? { label: spacedWords(state), tone: 'neutral' };
const dayText = (day: string | null): string => (day === null ? NOT_AVAILABLE : formatDay(day));
const nameOf = ({ reference, utr }: Settlement): string => reference ?? utr ?? NOT_AVAILABLE;
/** What is taken away. */
const lessPaise = ({ refundsPaise, feePaise, taxPaise }: Settlement): number =>
  -(refundsPaise + feePaise + taxPaise);

const COLUMNS: readonly ListColumn<Settlement>[] = [
  {
    header: 'Settlement',
    width: '20%',
    lines: 2,
    cell: (settlement) => (
      <span translate="no">
        <span className="block truncate font-mono" data-tip={nameOf(settlement)}>
          {nameOf(settlement)}
        </span>
        <span className="block truncate text-ink-soft">{dayText(settlement.settledOn)}</span>
      </span>
    ),
  },
  ledgerColumn('Payments', '14%', ({ paymentsPaise }) => paymentsPaise),
  {
    ...ledgerColumn<Settlement>('Adjustments', '12%', ({ adjustmentsPaise }) => adjustmentsPaise),
    isSecondary: true,
  },
  {
    ...ledgerColumn<Settlement>('Refunds, fee, tax', '14%', lessPaise),
    cell: (settlement) => (
      <span
        data-tip={`Refunds ${formatExactRupees(settlement.refundsPaise)}, fee ${formatExactRupees(settlement.feePaise)}, tax ${formatExactRupees(settlement.taxPaise)}`}
      >
        {formatColumnRupees(lessPaise(settlement))}
      </span>
    ),
  },
  ledgerColumn('Net', '14%', ({ netPaise }) => netPaise),
  {
    header: 'Bank credit',
    width: '14%',
    align: 'end',
    cell: ({ creditPaise }) => (creditPaise === null ? '–' : formatColumnRupees(creditPaise)),
  },
  {
    header: 'Bank',
    width: '16%',
    lines: 2,
    cell: ({ state, unexplainedPaise }) => (
      <>
        <StatusBadge {...badgeOf(state)} />
        {unexplainedPaise !== 0 && (
          <span className="block text-xs text-warning-text">
            {formatExactRupees(unexplainedPaise)} not explained by its lines
          </span>
        )}
      </>
    ),
  },
];

const card = (settlement: Settlement): ListCard => ({
  id: <span className="font-mono">{nameOf(settlement)}</span>,
  status: <StatusBadge {...badgeOf(settlement.state)} />,
  person: dayText(settlement.settledOn),
  amount: formatExactRupees(settlement.netPaise),
  more:
    settlement.creditPaise === null
      ? 'No bank credit yet'
      : `Bank credit ${formatExactRupees(settlement.creditPaise)}`,
});

/** Settlements, each with the bank credit of its UTR (RECON-02). */
export const SettlementsScreen = () => (
  <ListScreen
    url={settlementsUrl}
    query={settlements.query}
    counted={settlements.counted}
    labels={LABELS}
    sections={<SettlementSections />}
    filters={[STATE_FILTER]}
    days={{ label: 'Settled' }}
    columns={COLUMNS}
    card={card}
    idOf={(settlement: Settlement) => settlement.id}
    nameOf={(settlement) => `settlement ${nameOf(settlement)}`}
  />
);
