import { type Message, msg } from '../languages/text.ts';
import { config } from '../lib/config.ts';

/** Periods relative to the current date (VIEW-01). */
export const PERIODS = ['today', 'yesterday', '7-days', '30-days', 'this-month', 'last-month'] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_LABELS: Readonly<Record<Period, Message>> = {
  today: msg('Today'),
  yesterday: msg('Yesterday'),
  '7-days': msg('Last 7 Days'),
  '30-days': msg('Last 30 Days'),
  'this-month': msg('This Month'),
  'last-month': msg('Last Month'),
};

const DAY_MS = 86_400_000;

function businessDay(now: Date): Date {
  const format = (timeZone?: string) => new Intl.DateTimeFormat('en-CA', timeZone ? { timeZone } : {}).format(now);
  try {
    return new Date(format(config().timeZone));
  } catch {
    return new Date(format());
  }
}

/** Returns the first and the last day of a period, in the business time zone. */
export function daysOfPeriod(period: Period, now = new Date()): { readonly from: string; readonly to: string } {
  const today = businessDay(now);
  const before = (days: number) => new Date(today.getTime() - days * DAY_MS);
  const inMonth = (months: number, day: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, day));
  const [from, to] = {
    today: [today, today],
    yesterday: [before(1), before(1)],
    '7-days': [before(6), today],
    '30-days': [before(29), today],
    'this-month': [inMonth(0, 1), today],
    'last-month': [inMonth(-1, 1), inMonth(0, 0)],
  }[period] as [Date, Date];
  return { from: dayText(from), to: dayText(to) };
}

const dayText = (day: Date): string => day.toISOString().slice(0, 10);

interface Range {
  readonly from: string | null;
  readonly to: string | null;
}

/** Returns the first and last day of a view, both inclusive; null if unbounded. */
export function daysOf({ period, from, to }: Range & { readonly period: Period | null }): Range {
  return period === null ? { from, to } : daysOfPeriod(period);
}
