import * as z from 'zod/mini';
import { isCalendarDay } from './calendar-day.ts';
import { documented } from './documented.ts';
import { addIssue, type Wire } from './wire.ts';

/** A month of the business, in its time zone: "2026-02". */
export const calendarMonth: Wire<string> = z.codec(
  documented(z.string(), { type: 'string', description: 'a month like 2026-02', examples: ['2026-02'] }),
  z.custom<string>(),
  {
    decode: (value, context) =>
      isCalendarDay(`${value}-01`) ? value : addIssue(context, value, 'must be a month like 2026-02'),
    encode: (value) => value as string,
  },
) as Wire<string>;
