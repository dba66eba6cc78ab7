import * as z from 'zod/mini';
import { documented } from './documented.ts';
import { addIssue, type Wire } from './wire.ts';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a text is a day of the calendar: "2026-02-28". */
export function isCalendarDay(value: string): boolean {
  const date = DAY.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) && value > '1900';
}

/** A day of the business, in its time zone: "2026-02-28". */
export const calendarDay: Wire<string> = z.codec(
  documented(z.string(), { type: 'string', format: 'date' }),
  z.custom<string>(),
  {
    decode: (value, context) =>
      isCalendarDay(value) ? value : addIssue(context, value, 'must be a day like 2026-02-28'),
    encode: (value) => value as string,
  },
) as Wire<string>;
