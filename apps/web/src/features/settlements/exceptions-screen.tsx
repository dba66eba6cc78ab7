import { SETTLEMENT_LINE_LIST } from '@wayside/contract/lists';
import { differencePaise, type SettlementLine, statedPaise } from '@wayside/contract/settlement-lines';
import { useState } from 'react';
import { msg, t } from '../../languages/text.ts';
import { formatColumnRupees, formatDay, formatExactRupees } from '../../lib/format.ts';
import {
  type ListCard,
  type ListColumn,
  type ListFilter,
  type ListLabels,
  loadError,
} from '../../list/list-definition.ts';
import { createListExport } from '../../list/list-queries.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { settlementLinesUrl } from '../../list/list-urls.ts';
import type { SelectableRows, SelectedRows } from '../../list/use-selected-rows.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import {
  ageText,
  differenceText,
  LINE_STATE_LABELS,
  lineBadgeOf,
  lineTitle,
  matchingMethodText,
  sourceText,
  typeText,
} from './settlement-labels.ts';
import { SettlementSections } from './settlement-sections.tsx';
import { lines } from './settlements-queries.ts';

const LineDetails = lazyPart(() => import('./line-details.tsx'), 'LineDetails');
const ResolveForm = lazyPart(() => import('./line-forms.tsx'), 'ResolveForm');

const LABELS: ListLabels = {
  title: msg('Exceptions'),
  subtitle: msg('Report and statement lines that need review, oldest first'),
  heading: msg('Settlement lines'),
  noun: { one: msg('line'), many: msg('lines') },
  empty: msg('Nothing is unreconciled'),
  noMatch: msg('No lines in this list'),
  error: loadError(msg('Error Loading Lines'), msg('Failed to load the settlement lines')),
};

type Key = 'show' | 'state' | 'age';
const FILTERS: readonly ListFilter<Key>[] = [
  {
    key: 'show',
    label: msg('Show'),
    all: msg('Open | lines'),
    options: [
      { value: 'overdue', label: msg('Open after 2 days') },
      { value: 'write_offs', label: msg('Write-offs to approve') },
      { value: 'any', label: msg('All lines') },
    ],
  },
  { key: 'state', label: msg('State'), all: msg('All states'), options: LINE_STATE_LABELS },
  {
    key: 'age',
    label: msg('Age'),
    all: msg('Any age'),
    options: [
      { value: '0-1', label: msg('0–1 days') },
      { value: '2-3', label: msg('2–3 days') },
      { value: '4-7', label: msg('4–7 days') },
      { value: '8+', label: msg('Over 7 days') },
    ],
  },
];

const Reference = ({ line: { reference, utr, orderId, paymentId, source } }: { line: SettlementLine }) => {
  const shown = reference ?? utr ?? orderId ?? paymentId ?? '–';
  return (
    <>
      <span translate="no" className="block truncate font-mono" data-tip={shown}>
        {shown}
      </span>
      <span className="block truncate text-ink-soft">{sourceText(source)}</span>
    </>
  );
};

const rupeesOrNone = (paise: number | null): string => (paise === null ? '–' : formatColumnRupees(paise));

const COLUMNS: readonly ListColumn<SettlementLine>[] = [
  {
    header: msg('Day'),
    width: '6.75rem',
    lines: 2,
    cell: ({ day, ageDays }) => (
      <span className="numeric">
        <span className="block">{formatDay(day)}</span>
        <span className="block text-ink-soft">{ageText(ageDays)}</span>
      </span>
    ),
  },
  { header: msg('Type'), width: '5rem', cell: ({ type }) => typeText(type) },
  { header: msg('Reference'), width: 'auto', lines: 2, cell: (line) => <Reference line={line} /> },
  { header: msg('Amount'), width: '6.5rem', align: 'end', cell: (line) => rupeesOrNone(statedPaise(line)) },
  {
    header: msg('Expected'),
    width: '6.5rem',
    align: 'end',
    cell: ({ expectedPaise }) => rupeesOrNone(expectedPaise),
  },
  { header: msg('Difference'), width: '6.75rem', align: 'end', cell: differenceText },
  {
    header: msg('State'),
    width: '8.25rem',
    lines: 2,
    cell: (line) => (
      <>
        <StatusBadge {...lineBadgeOf(line)} wraps />
        {line.step !== null && <span className="block text-xs text-ink-soft">{matchingMethodText(line.step)}</span>}
      </>
    ),
  },
  {
    header: msg('Owner'),
    width: '4.5rem',
    isSecondary: true,
    cell: ({ owner }) => (
      <span className="block truncate" data-tip={owner}>
        {owner ?? '–'}
      </span>
    ),
  },
];

const lineCard = (line: SettlementLine): ListCard => ({
  id: <span className="font-mono">{line.reference ?? line.utr ?? line.paymentId ?? '–'}</span>,
  status: <StatusBadge {...lineBadgeOf(line)} />,
  person: `${typeText(line.type)}, ${sourceText(line.source)}`,
  amount: formatExactRupees(line.amountPaise),
  more: (
    <span className="numeric">
      {formatDay(line.day)}, {ageText(line.ageDays)}
      {differencePaise(line) !== null && (
        <span className="block">{t('Difference {amount}', { amount: differenceText(line) })}</span>
      )}
    </span>
  ),
});

/** The queue of settlement lines that need manual work (RECON-03). */
export function ExceptionsScreen() {
  const [resolving, setResolving] = useState<SelectedRows<Key> | null>(null);
  const selectable: SelectableRows<Key> = {
    list: null,
    actions: {
      permission: 'settlements:reconcile',
      show: (selected) => <Button onClick={() => setResolving(selected)}>{t('Resolve')}</Button>,
    },
  };
  return (
    <>
      <ListScreen
        url={settlementLinesUrl}
        query={lines.query}
        counted={lines.counted}
        labels={LABELS}
        sections={<SettlementSections />}
        exported={createListExport(SETTLEMENT_LINE_LIST, { call: (calls) => calls.exportSettlementLines })}
        filters={FILTERS}
        fixedFilters={[
          { key: 'file', label: msg('File'), nameIn: ({ fileName }) => fileName },
          { key: 'owner', label: msg('Owner'), nameIn: ({ owner }) => owner },
        ]}
        days={{ label: msg('Paid | date') }}
        columns={COLUMNS}
        card={lineCard}
        idOf={(line: SettlementLine) => line.id}
        nameOf={lineTitle}
        selectable={selectable}
        details={(id, _, onClose, steps) => <LineDetails id={id} steps={steps} onClose={onClose} />}
      />
      {resolving?.ids && (
        <ResolveForm ids={resolving.ids} onResolved={resolving.clear} onClose={() => setResolving(null)} />
      )}
    </>
  );
}
