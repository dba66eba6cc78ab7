import { REPORT_PHASES, type ReportPhase, type RoadsideFigures } from '@wayside/contract/roadside-report';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { cn } from '../../ui/cn.ts';
import { clockText } from './emergency-labels.ts';
import type { FigureOf } from './report-url.ts';
import { StatLink } from './stat-link.tsx';

export const PHASE_LABELS: Readonly<Record<ReportPhase, string>> = {
  claim: 'Claimed',
  assign: 'Assigned',
  arrive: 'On site',
};

/** "84 %", or a dash for none. */
export const shareText = ({ count, inTime }: RoadsideFigures['claim']): string =>
  count === 0 ? '–' : `${Math.round((100 * inTime) / count)} %`;

export const durationText = (seconds: number | null): string => (seconds === null ? '–' : clockText(seconds));

export interface StatsRow {
  readonly key: string;
  /** Names the row in the names of its links: "8 am". */
  readonly name: string;
  readonly head: ReactNode;
  readonly of: FigureOf;
  readonly figures: RoadsideFigures;
}

interface FiguresTableProps {
  caption: string;
  /** The heading of the first column. */
  first: string;
  rows: readonly StatsRow[];
}

const HEAD = 'px-2 py-1.5 text-xs font-medium text-ink-faint whitespace-nowrap';

/** The figures of each hour or area: the median and the 90th percentile of each phase, what was in time, what went wrong (ROAD-07). */
export function StatsTable({ caption, first, rows }: FiguresTableProps) {
  return (
    <div
      role="group"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      className="overflow-x-auto px-3 pb-2 -outline-offset-2 print:overflow-visible print:px-0"
    >
      <table className="w-full text-sm whitespace-nowrap print:text-[0.6875rem]">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th rowSpan={2} scope="col" className={cn(HEAD, 'text-left align-bottom')}>
              {first}
            </th>
            <th rowSpan={2} scope="col" className={cn(HEAD, 'text-right align-bottom')}>
              Emergencies
            </th>
            {REPORT_PHASES.map((phase) => (
              <th key={phase} colSpan={3} scope="colgroup" className={cn(HEAD, 'border-l border-line text-left')}>
                {PHASE_LABELS[phase]}
              </th>
            ))}
            {['Expired', 'Cancelled', 'Did not come'].map((header) => (
              <th
                key={header}
                rowSpan={2}
                scope="col"
                className={cn(HEAD, 'border-l border-line text-right align-bottom')}
              >
                {header}
              </th>
            ))}
          </tr>
          <tr>
            {REPORT_PHASES.map((phase) => (
              <PhaseHeads key={phase} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const PhaseHeads = () => (
  <>
    <th scope="col" className={cn(HEAD, 'border-l border-line text-right')}>
      Median
    </th>
    <th scope="col" className={cn(HEAD, 'text-right')}>
      90 %
    </th>
    <th scope="col" className={cn(HEAD, 'text-right')}>
      In time
    </th>
  </>
);

const CELL = 'h-10 px-2 text-right';

function Row({ row: { name, head, of, figures } }: { row: StatsRow }) {
  const count = (figure: 'emergencies' | 'lapses' | 'cancelled' | 'not_come', value: number, label: string) =>
    value === 0 ? (
      <span translate="no" className="text-ink-faint">
        0
      </span>
    ) : (
      <StatLink {...of} figure={figure} label={`${name}, ${label}`}>
        {formatCount(value)}
      </StatLink>
    );
  return (
    <tr className="border-t border-line">
      <th scope="row" className="h-10 px-2 text-left font-normal">
        {head}
      </th>
      <td className={CELL}>{count('emergencies', figures.emergencies, 'emergencies')}</td>
      {REPORT_PHASES.map((phase) => (
        <PhaseCells key={phase} phase={phase} name={name} of={of} figures={figures[phase]} />
      ))}
      <td className={cn(CELL, 'border-l border-line')}>{count('lapses', figures.lapses, 'expired claims')}</td>
      <td className={cn(CELL, 'border-l border-line')}>{count('cancelled', figures.cancelled, 'cancelled')}</td>
      <td className={cn(CELL, 'border-l border-line')}>
        {count('not_come', figures.notCome, 'mechanics who did not come')}
      </td>
    </tr>
  );
}

interface PhaseCellsProps {
  phase: ReportPhase;
  name: string;
  of: FigureOf;
  figures: RoadsideFigures[ReportPhase];
}

function PhaseCells({ phase, name, of, figures }: PhaseCellsProps) {
  const label = `${name}, ${PHASE_LABELS[phase].toLowerCase()}`;
  if (figures.count === 0)
    return ['median', 'ninetieth', 'share'].map((part) => (
      <td key={part} className={cn(CELL, 'text-ink-faint', part === 'median' && 'border-l border-line')}>
        –
      </td>
    ));
  return (
    <>
      <td className={cn(CELL, 'border-l border-line')}>
        <StatLink {...of} figure={phase} label={`${label}, median`}>
          {durationText(figures.medianSeconds)}
        </StatLink>
      </td>
      <td className={CELL}>
        <StatLink {...of} figure={phase} label={`${label}, 90th percentile`}>
          {durationText(figures.ninetiethSeconds)}
        </StatLink>
      </td>
      <td className={CELL}>
        <StatLink {...of} figure={`${phase}_in_time`} label={`${label} in time`}>
          {shareText(figures)}
        </StatLink>
      </td>
    </>
  );
}
