import type { Settlement, SettlementState } from '@wayside/contract/settlements';
import { msg, t, verbatim } from '../../languages/text.ts';
import { formatColumnRupees, formatDay, formatExactRupees, notAvailable, toSpacedText } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { exactMoneyColumn } from '../../list/list-columns.tsx';
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
  matched: { label: msg('At the bank'), tone: 'success' },
  amount_differs: { label: msg('Amount differs'), tone: 'warning' },
  missing_there: { label: msg('No credit'), tone: 'neutral' },
};

const LABELS: ListLabels = {
  title: msg('Settlements'),
  subtitle: msg('Payments + adjustments − refunds − fee − tax = one bank credit'),
  heading: msg('All settlements'),
  noun: { one: msg('settlement'), many: msg('settlements') },
  empty: msg('No settlements yet'),
  noMatch: msg('No settlements in this list'),
  error: loadError(msg('Error Loading Settlements'), msg('Failed to load the settlements')),
};

const STATE_FILTER: ListFilter<'state'> = {
  key: 'state',
  label: msg('Bank'),
  all: msg('All'),
  options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
};

const badgeOf = (state: string): StatusLabel =>
  lookUp(STATES, state) ?? { label: verbatim(toSpacedText(state)), tone: 'neutral' };
const dayText = (day: string | null): string => (day === null ? notAvailable() : formatDay(day));
const nameOf = ({ reference, utr }: Settlement): string => reference ?? utr ?? notAvailable();
/** Returns the total of refunds, fees and taxes as a negative amount. */
const deductionsPaise = ({ refundsPaise, feePaise, taxPaise }: Settlement): number =>
  -(refundsPaise + feePaise + taxPaise);

const COLUMNS: readonly ListColumn<Settlement>[] = [
  {
    header: msg('Settlement'),
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
  exactMoneyColumn(msg('Payments'), '14%', ({ paymentsPaise }) => paymentsPaise),
  {
    ...exactMoneyColumn<Settlement>(msg('Adjustments'), '12%', ({ adjustmentsPaise }) => adjustmentsPaise),
    isSecondary: true,
  },
  {
    ...exactMoneyColumn<Settlement>(msg('Refunds, fee, tax'), '14%', deductionsPaise),
    cell: (settlement) => (
      <span
        data-tip={t('Refunds {refunds}, fee {fee}, tax {tax}', {
          refunds: formatExactRupees(settlement.refundsPaise),
          fee: formatExactRupees(settlement.feePaise),
          tax: formatExactRupees(settlement.taxPaise),
        })}
      >
        {formatColumnRupees(deductionsPaise(settlement))}
      </span>
    ),
  },
  exactMoneyColumn(msg('Net'), '14%', ({ netPaise }) => netPaise),
  {
    header: msg('Bank credit'),
    width: '14%',
    align: 'end',
    cell: ({ creditPaise }) => (creditPaise === null ? '–' : formatColumnRupees(creditPaise)),
  },
  {
    header: msg('Bank'),
    width: '16%',
    lines: 2,
    cell: ({ state, unexplainedPaise }) => (
      <>
        <StatusBadge {...badgeOf(state)} />
        {unexplainedPaise !== 0 && (
          <span className="block text-xs text-warning-text">
            {t('{amount} not explained by its lines', { amount: formatExactRupees(unexplainedPaise) })}
          </span>
        )}
      </>
    ),
  },
];

const settlementCard = (settlement: Settlement): ListCard => ({
  id: <span className="font-mono">{nameOf(settlement)}</span>,
  status: <StatusBadge {...badgeOf(settlement.state)} />,
  person: dayText(settlement.settledOn),
  amount: formatExactRupees(settlement.netPaise),
  more:
    settlement.creditPaise === null
      ? t('No bank credit yet')
      : t('Bank credit {amount}', { amount: formatExactRupees(settlement.creditPaise) }),
});

/** Settlements, each with the bank credit that has the same UTR (RECON-02). */
export const SettlementsScreen = () => (
  <ListScreen
    url={settlementsUrl}
    query={settlements.query}
    counted={settlements.counted}
    labels={LABELS}
    sections={<SettlementSections />}
    filters={[STATE_FILTER]}
    days={{ label: msg('Settled') }}
    columns={COLUMNS}
    card={settlementCard}
    idOf={(settlement: Settlement) => settlement.id}
    nameOf={(settlement) => t('settlement {name}', { name: nameOf(settlement) })}
  />
);
