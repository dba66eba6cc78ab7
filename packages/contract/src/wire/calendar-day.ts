import * as z from 'zod/mini';
import { documented } from './documented.ts';
import type { Wire } from './wire.ts';
import { wireValue } from './wire-value.ts';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a text is a day of the calendar: "2026-02-28". */
export function isCalendarDay(value: string): boolean {
  const date = DAY.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) && value > '1900';
}

/** A day of the business, in its time zone: "2026-02-28". */
export const calendarDay: Wire<string> = wireValue(
  documented(z.string(), { type: 'string', format: 'date' }),
  (value, fail) => (isCalendarDay(value) ? value : fail('must be a day like 2026-02-28')),
);

/** A month of the business, in its time zone: "2026-02". */
export const calendarMonth: Wire<string> = wireValue(
  documented(z.string(), { type: 'string', description: 'a month like 2026-02', examples: ['2026-02'] }),
  (value, fail) => (isCalendarDay(`${value}-01`) ? value : fail('must be a month like 2026-02')),
);
