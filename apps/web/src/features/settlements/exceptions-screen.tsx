import { SETTLEMENT_LINE_LIST } from '@wayside/contract/lists';
import { differencePaise, type SettlementLine, statedPaise } from '@wayside/contract/settlement-lines';
import { useState } from 'react';
import { formatColumnRupees, formatDay, formatExactRupees, spacedWords } from '../../lib/format.ts';
import {
  type ListCard,
  type ListColumn,
  type ListFilter,
  type ListLabels,
  loadError,
} from '../../list/list-definition.ts';
import { listExport } from '../../list/list-queries.ts';
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
  stepText,
} from './settlement-labels.ts';
import { SettlementSections } from './settlement-sections.tsx';
import { lines } from './settlements-queries.ts';

const LineDetails = lazyPart(() => import('./line-details.tsx'), 'LineDetails');
const ResolveForm = lazyPart(() => import('./line-forms.tsx'), 'ResolveForm');

const LABELS: ListLabels = {
  title: 'Exceptions',
  subtitle: 'Lines of reports and statements that need a person, the oldest first',
  heading: 'Settlement lines',
  noun: { one: 'line', many: 'lines' },
  empty: 'Nothing is unreconciled',
  noMatch: 'No lines in this list',
  error: loadError('Error Loading Lines', 'Failed to load the settlement lines'),
};

type Key = 'show' | 'state' | 'age';
const FILTERS: readonly ListFilter<Key>[] = [
  {
    key: 'show',
    label: 'Show',
    all: 'Open',
    options: [
      { value: 'overdue', label: 'Open after 2 days' },
      { value: 'write_offs', label: 'Write-offs to approve' },
      { value: 'any', label: 'All lines' },
    ],
  },
  { key: 'state', label: 'State', all: 'All states', options: LINE_STATE_LABELS },
  {
    key: 'age',
    label: 'Age',
    all: 'Any age',
    options: [
      { value: '0-1', label: '0–1 days' },
      { value: '2-3', label: '2–3 days' },
      { value: '4-7', label: '4–7 days' },
      { value: '8+', label: 'Over 7 days' },
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
      <span className="block truncate text-ink-soft">{source}</span>
    </>
  );
};

const rupeesOrNone = (paise: number | null): string => (paise === null ? '–' : formatColumnRupees(paise));

const COLUMNS: readonly ListColumn<SettlementLine>[] = [
  {
    header: 'Day',
    width: '12%',
    lines: 2,
    cell: ({ day, ageDays }) => (
      <span className="numeric">
        <span className="block">{formatDay(day)}</span>
        <span className="block text-ink-soft">{ageText(ageDays)}</span>
      </span>
    ),
  },
  { header: 'Type', width: '10%', cell: ({ type }) => spacedWords(type) },
  { header: 'Reference', width: '18%', lines: 2, cell: (line) => <Reference line={line} /> },
  { header: 'Amount', width: '12%', align: 'end', cell: (line) => rupeesOrNone(statedPaise(line)) },
  { header: 'Expected', width: '12%', align: 'end', cell: ({ expectedPaise }) => rupeesOrNone(expectedPaise) },
  { header: 'Difference', width: '12%', align: 'end', cell: differenceText },
  {
    header: 'State',
    width: '15%',
    lines: 2,
    cell: (line) => (
      <>
        <StatusBadge {...lineBadgeOf(line)} />
        {line.step !== null && <span className="block text-xs text-ink-soft">by {stepText(line.step)}</span>}
      </>
    ),
  },
  {
    header: 'Owner',
    width: '9%',
    isSecondary: true,
    cell: ({ owner }) => (
      <span className="block truncate" data-tip={owner}>
        {owner ?? '–'}
      </span>
    ),
  },
];

const card = (line: SettlementLine): ListCard => ({
  id: <span className="font-mono">{line.reference ?? line.utr ?? line.paymentId ?? '–'}</span>,
  status: <StatusBadge {...lineBadgeOf(line)} />,
  person: `${spacedWords(line.type)}, ${line.source}`,
  amount: formatExactRupees(line.amountPaise),
  more: (
    <span className="numeric">
      {formatDay(line.day)}, {ageText(line.ageDays)}
      {differencePaise(line) !== null && <span className="block">Difference {differenceText(line)}</span>}
    </span>
  ),
});

/** The queue of settlement lines that need a person (RECON-03). */
export function ExceptionsScreen() {
  const [resolving, setResolving] = useState<SelectedRows<Key> | null>(null);
  const selectable: SelectableRows<Key> = {
    list: null,
    actions: {
      permission: 'settlements:reconcile',
      show: (selected) => <Button onClick={() => setResolving(selected)}>Resolve</Button>,
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
        exported={listExport(SETTLEMENT_LINE_LIST, { call: (calls) => calls.exportSettlementLines })}
        filters={FILTERS}
        fixedFilters={[
          { key: 'file', label: 'File', nameIn: ({ fileName }) => fileName },
          { key: 'owner', label: 'Owner', nameIn: ({ owner }) => owner },
        ]}
        days={{ label: 'Paid' }}
        columns={COLUMNS}
        card={card}
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
