import type { PhaseFigures, ReportPhase } from '@wayside/contract/roadside-report';
import { type Scale, scaleFor } from '../dashboard/plots.tsx';

type Hour = { readonly hour: number } & Readonly<Record<ReportPhase, PhaseFigures>>;

/** A phase in an hour of the day, on the days of the report and on as many before; null where nobody went through it. */
export interface ChartHour {
  readonly hour: number;
  readonly now: PhaseFigures | null;
  readonly before: PhaseFigures | null;
}

/** The hours of a chart: those with a value in either period, in their order (DESK-04). */
export function chartHours(phase: ReportPhase, hours: readonly Hour[], before: readonly Hour[]): ChartHour[] {
  const figuresOf = (rows: readonly Hour[], hour: number): PhaseFigures | null => {
    const figures = rows.find((row) => row.hour === hour)?.[phase];
    return figures !== undefined && figures.count > 0 ? figures : null;
  };
  return Array.from({ length: 24 }, (_, hour) => ({
    hour,
    now: figuresOf(hours, hour),
    before: figuresOf(before, hour),
  })).filter(({ now, before: earlier }) => now !== null || earlier !== null);
}

const UNITS = [
  { seconds: 3600, name: 'h' },
  { seconds: 60, name: 'min' },
  { seconds: 1, name: 's' },
] as const;

interface DurationScale {
  readonly scale: Scale;
  readonly topSeconds: number;
  /** "15 min". */
  readonly format: (value: number) => string;
}

/** A few very long values must not make all others invisible: bars end at so many times the target or the longest median. */
const MOST_TIMES = 3;

/** The axis of a chart, up to the longest value or the target, in the largest unit that has two of it. Longer bars are cut. */
export function durationScale(hours: readonly ChartHour[], targetSeconds: number): DurationScale {
  const values = hours.flatMap(({ now, before }) => [now?.ninetiethSeconds ?? 0, before?.ninetiethSeconds ?? 0]);
  const usual = Math.max(targetSeconds, ...hours.map(({ now }) => now?.medianSeconds ?? 0));
  const largest = Math.min(MOST_TIMES * usual, Math.max(targetSeconds, ...values));
  const unit = UNITS.find(({ seconds }) => largest >= 2 * seconds) ?? { seconds: 1, name: 's' };
  const scale = scaleFor([largest / unit.seconds], false);
  return {
    scale,
    topSeconds: scale.top * unit.seconds,
    format: (value) => `${Number(value.toFixed(1))} ${unit.name}`,
  };
}
