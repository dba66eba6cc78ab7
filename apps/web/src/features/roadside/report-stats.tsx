import { Link } from '@tanstack/react-router';
import { REPORT_PHASES, type ReportPhase, type RoadsideFigures } from '@wayside/contract/roadside-report';
import type { ReportFigure } from '@wayside/contract/roadside-states';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { usePrinting } from '../../ui/printing.ts';
import { NARROW, useMediaQuery } from '../../ui/use-media-query.ts';
import { clockText } from './emergency-labels.ts';
import { type FigureOf, readReportSearch } from './roadside-urls.ts';

interface ReportTotalsProps {
  total: RoadsideFigures;
  targets: Readonly<Record<`${ReportPhase}Seconds`, number>>;
}

/** The figures of all days: each phase, then counts (ROAD-07). */
export function ReportTotals({ total, targets }: ReportTotalsProps) {
  return (
    <section aria-label="In all" className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4 print:grid-cols-4">
      {REPORT_PHASES.map((phase) => (
        <Card key={phase} className="grid content-start gap-1 px-4 py-3.5">
          <h2 className="text-sm text-ink-soft">{PHASE_LABELS[phase]}, median</h2>
          <p className="text-[1.75rem] leading-9 font-semibold">
            {total[phase].count === 0 ? (
              '–'
            ) : (
              <StatLink figure={phase} label={`${PHASE_LABELS[phase]}, median`}>
                {durationText(total[phase].medianSeconds)}
              </StatLink>
            )}
          </p>
          <p className="numeric text-sm text-ink-soft">
            90th percentile {durationText(total[phase].ninetiethSeconds)}
          </p>
          <p className="numeric text-sm text-ink-soft [&_a]:underline">
            {total[phase].count === 0 ? (
              shareText(total[phase])
            ) : (
              <StatLink figure={`${phase}_in_time`} label={`${PHASE_LABELS[phase]} in time`}>
                {shareText(total[phase])}
              </StatLink>
            )}{' '}
            within the target of {clockText(targets[`${phase}Seconds`])}
          </p>
        </Card>
      ))}
      <Card className="px-4 py-3.5">
        <dl className="grid gap-1">
          <Count figure="emergencies" label="Emergencies" value={total.emergencies} />
          <Count figure="lapses" label="Expired claims" value={total.lapses} />
          <Count figure="cancelled" label="Cancelled" value={total.cancelled} />
          <Count figure="not_come" label="Mechanics who did not come" value={total.notCome} />
        </dl>
      </Card>
    </section>
  );
}

interface CountProps {
  figure: 'emergencies' | 'lapses' | 'cancelled' | 'not_come';
  label: string;
  value: number;
}

const Count = ({ figure, label, value }: CountProps) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className="numeric shrink-0 text-lg font-semibold whitespace-nowrap">
      {value === 0 ? (
        '0'
      ) : (
        <StatLink figure={figure} label={label}>
          {formatCount(value)}
        </StatLink>
      )}
    </dd>
  </div>
);

export const PHASE_LABELS: Readonly<Record<ReportPhase, string>> = {
  claim: 'Claimed',
  assign: 'Assigned',
  arrive: 'On site',
};

/** "84%", or a dash for none. */
const shareText = ({ count, inTime }: RoadsideFigures['claim']): string =>
  count === 0 ? '–' : `${Math.round((100 * inTime) / count)}%`;

export const durationText = (seconds: number | null): string => (seconds === null ? '–' : clockText(seconds));

interface StatsRow {
  readonly key: string;
  /** Names the row in its links: "8 am". */
  readonly name: string;
  readonly head: ReactNode;
  readonly of: FigureOf;
  readonly figures: RoadsideFigures;
}

interface StatsTableProps {
  caption: string;
  first: string;
  rows: readonly StatsRow[];
}

/** Median, 90th percentile and share in time of each phase, and counts, by hour or area; cards on a narrow screen (ROAD-07). */
export function StatsTable(props: StatsTableProps) {
  const isPrinted = usePrinting() !== null;
  return useMediaQuery(NARROW) && !isPrinted ? <StatsCards {...props} /> : <WideTable {...props} />;
}

function StatsCards({ caption, rows }: StatsTableProps) {
  return (
    <ul aria-label={caption}>
      {rows.map((row) => (
        <li key={row.key} className="grid gap-1.5 border-b border-line px-5 py-3 last:border-b-0">
          <div className="flex items-baseline justify-between gap-3">
            <div className="min-w-0 font-medium wrap-anywhere">{row.head}</div>
            <p className="shrink-0 text-sm text-ink-soft">
              Emergencies <CountLink row={row} figure="emergencies" value={row.figures.emergencies} />
            </p>
          </div>
          <dl className="grid grid-cols-[auto_repeat(3,minmax(0,1fr))] items-baseline gap-x-3 text-sm text-ink-soft">
            {REPORT_PHASES.map((phase) => (
              <PhaseFacts key={phase} phase={phase} row={row} />
            ))}
          </dl>
          <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
            {COUNTS.filter(([, , read]) => read(row.figures) > 0).map(([figure, header, read, label]) => (
              <span key={figure}>
                {header} <CountLink row={row} figure={figure} label={label} value={read(row.figures)} />
              </span>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

const CARD_PARTS = ['median', '90th percentile', 'in time'] as const;

function PhaseFacts({ phase, row }: { phase: ReportPhase; row: StatsRow }) {
  const links = phaseLinks(phase, row);
  return (
    <>
      <dt>{PHASE_LABELS[phase]}</dt>
      {CARD_PARTS.map((label, place) => (
        <dd key={label} className="numeric text-right">
          {links === null ? '–' : links[place]}
          <span className="block text-xs text-ink-faint">{label}</span>
        </dd>
      ))}
    </>
  );
}

const COUNTS = [
  ['lapses', 'Expired', ({ lapses }: RoadsideFigures) => lapses, 'expired claims'],
  ['cancelled', 'Cancelled', ({ cancelled }: RoadsideFigures) => cancelled, 'cancelled'],
  ['not_come', 'Did not come', ({ notCome }: RoadsideFigures) => notCome, 'mechanics who did not come'],
] as const;

const HEAD = 'px-2 py-1.5 text-xs font-medium text-ink-faint whitespace-nowrap';

function WideTable({ caption, first, rows }: StatsTableProps) {
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
            {COUNTS.map(([figure, header]) => (
              <th
                key={figure}
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
    <th scope="col" className={cn(HEAD, 'border-l border-line text-right align-bottom')}>
      Median
    </th>
    <th scope="col" className={cn(HEAD, 'text-right')}>
      90th <br />
      percentile
    </th>
    <th scope="col" className={cn(HEAD, 'text-right align-bottom')}>
      In time
    </th>
  </>
);

const CELL = 'h-10 px-2 text-right';

interface CountLinkProps {
  row: StatsRow;
  figure: 'emergencies' | 'lapses' | 'cancelled' | 'not_come';
  /** For assistive technology: "expired claims". */
  label?: string;
  value: number;
}

const CountLink = ({ row: { name, of }, figure, label = figure, value }: CountLinkProps) =>
  value === 0 ? (
    <span className="text-ink-faint">0</span>
  ) : (
    <StatLink {...of} figure={figure} label={`${name}, ${label}`}>
      {formatCount(value)}
    </StatLink>
  );

function Row({ row }: { row: StatsRow }) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="h-10 px-2 text-left font-normal">
        {row.head}
      </th>
      <td className={CELL}>
        <CountLink row={row} figure="emergencies" value={row.figures.emergencies} />
      </td>
      {REPORT_PHASES.map((phase) => (
        <PhaseCells key={phase} phase={phase} row={row} />
      ))}
      {COUNTS.map(([figure, , read, label]) => (
        <td key={figure} className={cn(CELL, 'border-l border-line')}>
          <CountLink row={row} figure={figure} label={label} value={read(row.figures)} />
        </td>
      ))}
    </tr>
  );
}

/** Median, 90th percentile and share in time; null for none. */
function phaseLinks(phase: ReportPhase, { name, of, figures: all }: StatsRow) {
  const figures = all[phase];
  if (figures.count === 0) return null;
  const label = `${name}, ${PHASE_LABELS[phase].toLowerCase()}`;
  return [
    <StatLink key="median" {...of} figure={phase} label={`${label}, median`}>
      {durationText(figures.medianSeconds)}
    </StatLink>,
    <StatLink key="ninetieth" {...of} figure={phase} label={`${label}, 90th percentile`}>
      {durationText(figures.ninetiethSeconds)}
    </StatLink>,
    <StatLink key="share" {...of} figure={`${phase}_in_time`} label={`${label} in time`}>
      {shareText(figures)}
    </StatLink>,
  ] as const;
}

const PARTS = ['median', 'ninetieth', 'share'] as const;

function PhaseCells({ phase, row }: { phase: ReportPhase; row: StatsRow }) {
  const links = phaseLinks(phase, row);
  return PARTS.map((part, place) => (
    <td
      key={part}
      className={cn(CELL, links === null && 'text-ink-faint', part === 'median' && 'border-l border-line')}
    >
      {links === null ? '–' : links[place]}
    </td>
  ));
}

interface FigureLinkProps extends Omit<FigureOf, 'figure'> {
  figure: ReportFigure;
  /** For assistive technology: "8 am, claimed in time". */
  label: string;
  children: string;
}

/** A figure with a link to its emergencies (ROAD-07). */
export function StatLink({ figure, label, children, ...of }: FigureLinkProps) {
  return (
    <Link
      to="/roadside/report"
      search={(now) => readReportSearch({ period: now.period, from: now.from, to: now.to, figure, ...of })}
      resetScroll={false}
      aria-label={`${label}: ${children}`}
      className="link numeric touch:inline-grid touch:min-h-11 touch:items-center print:text-ink"
    >
      {children}
    </Link>
  );
}
