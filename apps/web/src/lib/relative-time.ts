import { useEffect, useState } from 'react';
import { locale } from '../languages/language.ts';
import { t } from '../languages/text.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MONTH_MS = 30 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

const UNITS = [
  ['year', YEAR_MS],
  ['month', MONTH_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

const formats = new Map<string, Intl.RelativeTimeFormat>();

/**
 * Returns how long ago a time was: "just now", "12 min ago", "yesterday". A future time, caused by a different clock,
 * counts as just now.
 */
export function relativeTime(at: string, now: number): string {
  const agoMs = now - Date.parse(at);
  const [unit, lengthMs] = UNITS.find(([, ms]) => agoMs >= ms) ?? [null, 1];
  if (unit === null) return t('just now');
  // "1 yr ago" is more precise than "last yr".
  const numeric = unit === 'day' ? 'auto' : 'always';
  const key = `${numeric} ${locale()}`;
  const format = formats.get(key) ?? new Intl.RelativeTimeFormat(locale(), { style: 'short', numeric });
  formats.set(key, format);
  return format.format(-Math.floor(agoMs / lengthMs), unit);
}

/** Returns the next midnight in a time zone and the remaining time: "00:00 IST (in 5 h)". */
export function nextMidnight(now: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(locale(), {
    ...{ timeZone, timeZoneName: 'short', hour: 'numeric', minute: 'numeric', hourCycle: 'h23' },
  }).formatToParts(now);
  const part = (type: string) => parts.find((it) => it.type === type)?.value ?? '';
  const minutes = 24 * 60 - Number(part('hour')) * 60 - Number(part('minute'));
  const midnight = `00:00 ${part('timeZoneName')}`;
  return minutes < 60
    ? t('{midnight} (in {minutes} min)', { midnight, minutes })
    : t('{midnight} (in {hours} h)', { midnight, hours: Math.floor(minutes / 60) });
}

const TICK_MS = 15_000;

/** Returns the current time, which advances while the component is mounted. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
