import { REPORT_PHASES, type ReportPhase } from '@wayside/contract/roadside-report';
import { richText } from '../../languages/rich-text.ts';
import { msg, t } from '../../languages/text.ts';
import { Card } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { ChartFrame } from '../dashboard/plots.tsx';
import { clockText, hourText } from './emergency-labels.ts';
import { type ChartHour, chartHours, durationScale } from './hour-chart-data.ts';
import type { ReportData } from './report-queries.ts';
import { durationText, PHASE_LABELS } from './report-stats.tsx';

const BARS = [
  ['medianSeconds', 'bg-accent', 'bg-overdue-2'],
  ['ninetiethSeconds', 'bg-accent/45', 'bg-overdue-2/55'],
] as const;
const BARS_BEFORE = [
  ['medianSeconds', 'bg-line-strong/70'],
  ['ninetiethSeconds', 'bg-line-strong/30'],
] as const;

/**
 * Median and 90th percentile of each phase by hour, beside the values of the previous period. Values over the target
 * have another colour (DESK-04). The table shows the same numbers.
 */
export function HourCharts({ report }: { report: ReportData }) {
  return (
    <div aria-hidden="true" className="grid gap-5 px-5 py-4">
      <Legend />
      {REPORT_PHASES.map((phase) => (
        <PhaseChart key={phase} phase={phase} report={report} />
      ))}
    </div>
  );
}

const LEGEND = [
  ['bg-accent', msg('Median')],
  ['bg-accent/45', msg('90th percentile')],
  ['bg-overdue-2', msg('Over target')],
  ['bg-line-strong/70', msg('Previous period: median')],
  ['bg-line-strong/30', msg('Previous period: 90th percentile')],
] as const;

const Legend = () => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
    {LEGEND.map(([colour, label]) => (
      <li key={colour} className="flex items-center gap-1.5">
        <span className={cn('size-2.5 rounded-xs [print-color-adjust:exact]', colour)} />
        {t(label)}
      </li>
    ))}
  </ul>
);

function PhaseChart({ phase, report: { hours, previous, targets } }: { phase: ReportPhase; report: ReportData }) {
  const target = targets[`${phase}Seconds`];
  const shown = chartHours(phase, hours, previous.hours);
  if (shown.length === 0) return null;
  const { scale, topSeconds, format } = durationScale(shown, target);
  const bar = (seconds: number | null | undefined, colour: string) => ({
    share: (seconds ?? 0) / topSeconds,
    label: durationText(seconds ?? null),
    colour,
  });
  return (
    <Card className="grid gap-2 border-0 shadow-none">
      <h3 className="text-sm font-medium">
        {t(PHASE_LABELS[phase])}
        <span className="ml-2 font-normal text-ink-soft">
          {richText('Target {target}', { target: <span translate="no">{clockText(target)}</span> })}
        </span>
      </h3>
      <div className="scroll-sign pt-2 print:overflow-visible">
        <div className="h-44 min-w-[calc(2.5rem*var(--hours))]" style={{ '--hours': shown.length } as object}>
          <ChartFrame points={shown.map(pointOf)} scale={scale} format={format}>
            <div className="absolute inset-0 flex items-end">
              {shown.map((each) => (
                <div
                  key={each.hour}
                  data-tip={tipOf(each)}
                  className="flex h-full min-w-0 flex-1 items-end justify-center gap-px px-0.5 hover:bg-hover"
                >
                  {BARS_BEFORE.map(([measure, colour]) => (
                    <Bar key={measure} {...bar(each.before?.[measure], colour)} />
                  ))}
                  {BARS.map(([measure, colour, missed]) => (
                    <Bar
                      key={measure}
                      {...bar(each.now?.[measure], (each.now?.[measure] ?? 0) > target ? missed : colour)}
                    />
                  ))}
                </div>
              ))}
            </div>
            <span
              className="pointer-events-none absolute inset-x-0 border-t border-dashed border-overdue-2"
              style={{ bottom: `${(100 * target) / topSeconds}%` }}
            />
          </ChartFrame>
        </div>
      </div>
    </Card>
  );
}

interface BarProps {
  /** Share of the chart height; a bar above 1 is cut and shows its value. */
  share: number;
  label: string;
  colour: string;
}

const Bar = ({ share, label, colour }: BarProps) => (
  <span
    className={cn('relative max-w-3 min-w-0 flex-1 rounded-t-xs [print-color-adjust:exact]', colour)}
    style={{ height: `${100 * Math.min(1, share)}%` }}
  >
    {share > 1 && (
      <span className="numeric absolute bottom-full left-1/2 -translate-x-1/2 text-[0.625rem] text-ink-soft">
        {label}
      </span>
    )}
  </span>
);

const pointOf = ({ hour }: ChartHour) => ({ day: String(hour).padStart(2, '0'), value: 0, label: '' });

const textOf = (stats: ChartHour['now']): string =>
  stats
    ? t('median {median}, 90th percentile {ninetieth}', {
        median: durationText(stats.medianSeconds),
        ninetieth: durationText(stats.ninetiethSeconds),
      })
    : t('none');

const tipOf = ({ hour, now, before }: ChartHour): string =>
  t('{hour}: {now}; previous period: {before}', {
    hour: hourText(hour),
    now: textOf(now),
    before: textOf(before),
  });
