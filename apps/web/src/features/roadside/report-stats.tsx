import { Link } from '@tanstack/react-router';
import {
  type PhaseStats,
  REPORT_PHASES,
  type ReportPhase,
  type RoadsideStats,
} from '@wayside/contract/roadside-report';
import type { ReportStat } from '@wayside/contract/roadside-states';
import { Fragment, type ReactNode } from 'react';
import { richText } from '../../languages/rich-text.ts';
import { englishOf, type Message, msg, t } from '../../languages/text.ts';
import { formatCount } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { usePrinting } from '../../ui/printing.ts';
import { NARROW, useMediaQuery } from '../../ui/use-media-query.ts';
import { clockText } from './emergency-labels.ts';
import { type ReportSelection, readReportSearch } from './roadside-urls.ts';

export const PHASE_LABELS: Readonly<Record<ReportPhase, Message>> = {
  claim: msg('Claimed'),
  assign: msg('Assigned'),
  arrive: msg('On site'),
};

const MEDIAN_LABELS: Readonly<Record<ReportPhase, Message>> = {
  claim: msg('Claimed, median'),
  assign: msg('Assigned, median'),
  arrive: msg('On site, median'),
};

const IN_TIME_LABELS: Readonly<Record<ReportPhase, Message>> = {
  claim: msg('Claimed in time'),
  assign: msg('Assigned in time'),
  arrive: msg('On site in time'),
};

/** Returns a percentage such as "84%", or a dash if there are no emergencies. */
const shareText = ({ count, inTime }: PhaseStats): string =>
  count === 0 ? '–' : `${Math.round((100 * inTime) / count)}%`;

export const durationText = (seconds: number | null): string => (seconds === null ? '–' : clockText(seconds));

interface StatLinkProps extends Omit<ReportSelection, 'figure'> {
  figure: ReportStat;
  /** Accessible label, such as "8 am, claimed in time". */
  label: string;
  children: string;
}

/** A stat with a link to its emergencies (ROAD-07), or plain text if there are none. */
export function StatLink({ figure, label, children, ...of }: StatLinkProps) {
  if (children === '0' || children === '–')
    return (
      <span translate="no" className="text-ink-faint">
        {children}
      </span>
    );
  return (
    <Link
      to="/roadside/report"
      search={(now) => readReportSearch({ period: now.period, from: now.from, to: now.to, figure, ...of })}
      resetScroll={false}
      translate="no"
      aria-label={`${label}: ${children}`}
      className="link numeric touch:inline-grid touch:min-h-11 touch:items-center print:text-ink"
    >
      {children}
    </Link>
  );
}

interface CountStat {
  readonly figure: 'emergencies' | 'lapses' | 'cancelled' | 'not_come';
  readonly label: Message;
  /** The heading of its column. */
  readonly header: Message;
  /** The label of its link in a row, for assistive technology. */
  readonly inRow: Message;
  readonly read: (stats: RoadsideStats) => number;
}

const EMERGENCIES: CountStat = {
  figure: 'emergencies',
  label: msg('Emergencies'),
  header: msg('Emergencies'),
  inRow: msg('{row}, emergencies'),
  read: ({ emergencies }) => emergencies,
};
const FAILURES: readonly CountStat[] = [
  {
    figure: 'lapses',
    label: msg('Expired claims'),
    header: msg('Expired'),
    inRow: msg('{row}, expired claims'),
    read: ({ lapses }) => lapses,
  },
  {
    figure: 'cancelled',
    label: msg('Cancelled'),
    header: msg('Cancelled'),
    inRow: msg('{row}, cancelled'),
    read: ({ cancelled }) => cancelled,
  },
  {
    figure: 'not_come',
    label: msg('Mechanics who did not arrive'),
    header: msg('Did not arrive'),
    inRow: msg('{row}, mechanics who did not arrive'),
    read: ({ notCome }) => notCome,
  },
];

interface ReportTotalsProps {
  total: RoadsideStats;
  targets: Readonly<Record<`${ReportPhase}Seconds`, number>>;
}

/** The totals of the report: each phase, then the counts (ROAD-07). */
export function ReportTotals({ total, targets }: ReportTotalsProps) {
  return (
    <section
      aria-label={t('In all')}
      className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4 print:grid-cols-4"
    >
      {REPORT_PHASES.map((phase) => (
        <Card key={phase} className="grid content-start gap-1 px-4 py-3.5">
          <h2 className="text-sm text-ink-soft">{t(MEDIAN_LABELS[phase])}</h2>
          <p className="text-[1.75rem] leading-9 font-semibold">
            <StatLink figure={phase} label={t(MEDIAN_LABELS[phase])}>
              {durationText(total[phase].count === 0 ? null : total[phase].medianSeconds)}
            </StatLink>
          </p>
          <p className="numeric text-sm text-ink-soft">
            {richText('90th percentile {duration}', {
              duration: <span translate="no">{durationText(total[phase].ninetiethSeconds)}</span>,
            })}
          </p>
          <p className="numeric text-sm text-ink-soft [&_a]:underline">
            {richText('{share} within the target of {target}', {
              share: (
                <StatLink figure={`${phase}_in_time`} label={t(IN_TIME_LABELS[phase])}>
                  {shareText(total[phase])}
                </StatLink>
              ),
              target: <span translate="no">{clockText(targets[`${phase}Seconds`])}</span>,
            })}
          </p>
        </Card>
      ))}
      <Card className="px-4 py-3.5">
        <dl className="grid gap-1">
          {[EMERGENCIES, ...FAILURES].map(({ figure, label, read }) => (
            <div key={figure} className="flex items-baseline justify-between gap-3">
              <dt className="text-sm text-ink-soft">{t(label)}</dt>
              <dd className="numeric shrink-0 text-lg font-semibold whitespace-nowrap">
                <StatLink figure={figure} label={t(label)}>
                  {formatCount(read(total))}
                </StatLink>
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  );
}

interface StatsRow {
  readonly key: string;
  /** The name of the row in its links, such as "8 am". */
  readonly name: string;
  readonly head: ReactNode;
  readonly of: ReportSelection;
  readonly stats: RoadsideStats;
}

interface StatsTableProps {
  caption: string;
  first: string;
  rows: readonly StatsRow[];
}

/** The columns of each phase. */
const MEASURES = [
  {
    header: msg('Median'),
    stats: { claim: 'claim', assign: 'assign', arrive: 'arrive' },
    inRow: {
      claim: msg('{row}, claimed, median'),
      assign: msg('{row}, assigned, median'),
      arrive: msg('{row}, on site, median'),
    },
    read: ({ medianSeconds }: PhaseStats) => durationText(medianSeconds),
  },
  {
    header: msg('90th percentile'),
    stats: { claim: 'claim', assign: 'assign', arrive: 'arrive' },
    inRow: {
      claim: msg('{row}, claimed, 90th percentile'),
      assign: msg('{row}, assigned, 90th percentile'),
      arrive: msg('{row}, on site, 90th percentile'),
    },
    read: ({ ninetiethSeconds }: PhaseStats) => durationText(ninetiethSeconds),
  },
  {
    header: msg('In time'),
    stats: { claim: 'claim_in_time', assign: 'assign_in_time', arrive: 'arrive_in_time' },
    inRow: {
      claim: msg('{row}, claimed in time'),
      assign: msg('{row}, assigned in time'),
      arrive: msg('{row}, on site in time'),
    },
    read: shareText,
  },
] as const;

const HEAD =
  'px-2 py-1.5 text-xs font-medium text-ink-faint print:px-1 whitespace-normal wrap-normal print:text-[0.625rem]';
const CELL = 'h-10 px-2 text-right print:px-1';
const GROUP_EDGE = 'border-l border-line';

/**
 * Table by hour or area: median, 90th percentile and share in time of each phase, and counts. A narrow screen shows
 * cards (ROAD-07).
 */
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
              {t(EMERGENCIES.header)} <CountLink row={row} counted={EMERGENCIES} />
            </p>
          </div>
          <dl className="grid grid-cols-[auto_repeat(3,minmax(0,1fr))] items-baseline gap-x-3 text-sm text-ink-soft wrap-break-word other-language:grid-cols-[repeat(3,auto)]">
            {REPORT_PHASES.map((phase) => (
              <Fragment key={phase}>
                <dt className="other-language:col-span-full other-language:pt-1">{t(PHASE_LABELS[phase])}</dt>
                {MEASURES.map((measure) => (
                  <dd key={englishOf(measure.header)} className="numeric text-right">
                    <PhaseLink row={row} phase={phase} measure={measure} />
                    <span className="block text-xs text-ink-faint">{t(measure.header)}</span>
                  </dd>
                ))}
              </Fragment>
            ))}
          </dl>
          <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
            {FAILURES.filter(({ read }) => read(row.stats) > 0).map((failure) => (
              <span key={failure.figure}>
                {t(failure.header)} <CountLink row={row} counted={failure} />
              </span>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

function WideTable({ caption, first, rows }: StatsTableProps) {
  return (
    <div
      role="group"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      className="scroll-sign px-3 pb-2 -outline-offset-2 print:overflow-visible print:px-0"
    >
      <table className="w-full text-sm whitespace-nowrap print:text-[0.6875rem]">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th rowSpan={2} scope="col" className={cn(HEAD, 'text-left align-bottom')}>
              {first}
            </th>
            <th rowSpan={2} scope="col" className={cn(HEAD, 'text-right align-bottom')}>
              {t(EMERGENCIES.header)}
            </th>
            {REPORT_PHASES.map((phase) => (
              <th key={phase} colSpan={3} scope="colgroup" className={cn(HEAD, GROUP_EDGE, 'text-left')}>
                {t(PHASE_LABELS[phase])}
              </th>
            ))}
            {FAILURES.map(({ header }) => (
              <th
                key={englishOf(header)}
                rowSpan={2}
                scope="col"
                className={cn(HEAD, GROUP_EDGE, 'text-right align-bottom')}
              >
                {t(header)}
              </th>
            ))}
          </tr>
          <tr>
            {REPORT_PHASES.flatMap((phase) =>
              MEASURES.map(({ header }, place) => (
                <th
                  key={`${phase} ${englishOf(header)}`}
                  scope="col"
                  className={cn(HEAD, 'text-right', place === 0 && GROUP_EDGE)}
                >
                  {t(header)}
                </th>
              )),
            )}
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

const CountLink = ({ row: { name, of, stats }, counted }: { row: StatsRow; counted: CountStat }) => (
  <StatLink {...of} figure={counted.figure} label={t(counted.inRow, { row: name })}>
    {formatCount(counted.read(stats))}
  </StatLink>
);

interface PhaseLinkProps {
  row: StatsRow;
  phase: ReportPhase;
  measure: (typeof MEASURES)[number];
}

const PhaseLink = ({
  row: { name, of, stats },
  phase,
  measure: { stats: statOf, inRow, read },
}: PhaseLinkProps) => (
  <StatLink {...of} figure={statOf[phase]} label={t(inRow[phase], { row: name })}>
    {stats[phase].count === 0 ? '–' : read(stats[phase])}
  </StatLink>
);

const Row = ({ row }: { row: StatsRow }) => (
  <tr className="border-t border-line">
    <th scope="row" className="h-10 px-2 text-left font-normal">
      {row.head}
    </th>
    <td className={CELL}>
      <CountLink row={row} counted={EMERGENCIES} />
    </td>
    {REPORT_PHASES.flatMap((phase) =>
      MEASURES.map((measure, place) => (
        <td key={`${phase} ${englishOf(measure.header)}`} className={cn(CELL, place === 0 && GROUP_EDGE)}>
          <PhaseLink row={row} phase={phase} measure={measure} />
        </td>
      )),
    )}
    {FAILURES.map((failure) => (
      <td key={failure.figure} className={cn(CELL, GROUP_EDGE)}>
        <CountLink row={row} counted={failure} />
      </td>
    ))}
  </tr>
);
