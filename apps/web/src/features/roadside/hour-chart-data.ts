import type { PhaseStats, ReportPhase } from '@wayside/contract/roadside-report';
import { msg, t } from '../../languages/text.ts';
import { type Scale, scaleFor } from '../dashboard/plots.tsx';

type Hour = { readonly hour: number } & Readonly<Record<ReportPhase, PhaseStats>>;

/** The stats of a phase in one hour, for the report period and the previous period; null if there are no values. */
export interface ChartHour {
  readonly hour: number;
  readonly now: PhaseStats | null;
  readonly before: PhaseStats | null;
}

/** Returns the hours that have a value in either period (DESK-04). */
export function chartHours(phase: ReportPhase, hours: readonly Hour[], before: readonly Hour[]): ChartHour[] {
  const statsOf = (rows: readonly Hour[], hour: number): PhaseStats | null => {
    const stats = rows.find((row) => row.hour === hour)?.[phase];
    return stats !== undefined && stats.count > 0 ? stats : null;
  };
  return Array.from({ length: 24 }, (_, hour) => ({
    hour,
    now: statsOf(hours, hour),
    before: statsOf(before, hour),
  })).filter(({ now, before: earlier }) => now !== null || earlier !== null);
}

const UNITS = [
  { seconds: 3600, label: msg('{number} h') },
  { seconds: 60, label: msg('{number} min') },
  { seconds: 1, label: msg('{number} s') },
] as const;

interface DurationScale {
  readonly scale: Scale;
  readonly topSeconds: number;
  /** Formats a value, such as "15 min". */
  readonly format: (value: number) => string;
}

/**
 * Bars are cut at this multiple of the target or of the longest median, so that outliers do not hide the other bars.
 */
const MAX_OUTLIER_FACTOR = 3;

/** Returns the axis up to the longest value or the target, in the largest unit that gives two ticks. */
export function durationScale(hours: readonly ChartHour[], targetSeconds: number): DurationScale {
  const values = hours.flatMap(({ now, before }) => [now?.ninetiethSeconds ?? 0, before?.ninetiethSeconds ?? 0]);
  const usual = Math.max(targetSeconds, ...hours.map(({ now }) => now?.medianSeconds ?? 0));
  const largest = Math.min(MAX_OUTLIER_FACTOR * usual, Math.max(targetSeconds, ...values));
  const unit = UNITS.find(({ seconds }) => largest >= 2 * seconds) ?? UNITS[2];
  const scale = scaleFor([largest / unit.seconds], false);
  return {
    scale,
    topSeconds: scale.top * unit.seconds,
    format: (value) => t(unit.label, { number: String(Number(value.toFixed(1))) }),
  };
}
