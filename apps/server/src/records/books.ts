import { BOOKED_AT } from './ledger-entries.ts';

/** The instant that decides in which day's books the wallet entry `b` is (CLOS-01). */
export const WALLET_BOOKED_AT = 'coalesce(b.booked_at, b.recorded_at)';

/** The SQL of the first instant of a day of the business; the beginning of time where the day is null. */
export const startOf = (day: string): string =>
  `coalesce(day_start(${day}::date, business_time_zone()), '-infinity')`;

/** The SQL of the first instant after a day of the business; the end of time where the day is null. */
export const endOf = (day: string): string =>
  `coalesce(day_start(${day}::date + 1, business_time_zone()), 'infinity')`;

/** The SQL of the day of the business of an instant: "2026-10-30". */
export const dayOf = (instant: string): string =>
  `to_char(${instant} AT TIME ZONE business_time_zone(), 'YYYY-MM-DD')`;

/** The SQL of the day that an entry is about, where that is not the day of the books that it is in; otherwise null (CLOS-01). */
const aboutDay = (own: string, booked: string): string => `nullif(${dayOf(own)}, ${dayOf(booked)})`;

/** The same of the entry `b` of the ledger, and of the wallet entry `b`. */
export const ABOUT_DAY = aboutDay('coalesce(b.occurred_at, b.recorded_at)', BOOKED_AT);
export const WALLET_ABOUT_DAY = aboutDay('b.recorded_at', WALLET_BOOKED_AT);
