import * as z from 'zod/mini';
import { calendarDay, calendarMonth } from './calendar-day.ts';
import { documented } from './documented.ts';
import { maybe, oneOf } from './fields.ts';
import type { Wire } from './wire.ts';
import { notBefore } from './wire-object.ts';
import { wireValue } from './wire-value.ts';

/** The keys `from` and `to` of a request: days of the business, both included and both optional; 400 where `to` is before `from` (VIEW-01). */
export const dayRangeKeys = { from: maybe(calendarDay), to: notBefore('from', maybe(calendarDay)) };

/** The same of a saved view, which counts 0 rows where `to` is before `from`: one such view does not fail the counts of the others (VIEW-04). */
export const viewDayRangeKeys = { from: maybe(calendarDay), to: maybe(calendarDay) };

/** The same with both days required. */
export const requiredDayRangeKeys = {
  from: calendarDay,
  to: notBefore(
    'from',
    wireValue(calendarDay, (day) => day),
  ),
};

/** The keys `from` and `to` of a request: months of the business, both included and both optional; 400 where `to` is before `from`. */
export const monthRangeKeys = { from: maybe(calendarMonth), to: notBefore('from', maybe(calendarMonth)) };

/**
 * One or several of a set of words, separated by commas; missing, empty and `all` are null (VIEW-03, API-14).
 * @param spellings maps the domain's word to the wire's where they differ
 */
export function severalOf<const W extends string>(
  words: readonly W[],
  spellings: Partial<Record<W, string>> = {},
): Wire<readonly W[] | null> {
  const wireValues = words.map((word) => spellings[word] ?? word);
  const text = documented(z.string(), {
    type: 'string',
    description: `\`all\`, or one or several of ${wireValues.join(', ')}, separated by commas`,
    examples: wireValues.slice(0, 1),
  });
  return wireValue<readonly W[] | null, string | null | undefined>(
    z.optional(z.nullable(text)),
    (value, fail) => {
      if (value === undefined || value === null || value === '' || value === 'all') return null;
      const given = new Set(value.split(',').map((part) => part.trim()));
      if (![...given].every((part) => wireValues.includes(part)))
        return fail(`must be one or several of ${wireValues.join(', ')}`);
      return words.filter((_, index) => given.has(wireValues[index] ?? ''));
    },
    (given) => given?.map((word) => spellings[word] ?? word).join(','),
  );
}

/**
 * The query key `sort`: a name, or a name with "-" before it for the other direction, highest or newest first (VIEW-02). Without it
 * a list is newest first, which is `-date`.
 */
export const sortKey = <const N extends string>(...names: readonly N[]): Wire<SortKey<N> | null> =>
  maybe(oneOf(names.flatMap((name) => [name, `-${name}`] as const)));

/** What a list is ordered by: rising, or falling with "-" before it. */
export type SortKey<N extends string = string> = N | `-${N}`;
