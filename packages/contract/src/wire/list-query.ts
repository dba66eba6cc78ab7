import * as z from 'zod/mini';
import { calendarDay } from './calendar-day.ts';
import { documented } from './documented.ts';
import { maybe, oneOf } from './fields.ts';
import { addIssue, type Wire, withFastEncoder } from './wire.ts';

/** The query keys `from` and `to`: days of the business, both included; a list answers 400 where `to` is before `from` (VIEW-01). */
export const dayRangeKeys = { from: maybe(calendarDay), to: maybe(calendarDay) };

/**
 * One or several of a set of words, separated by commas; missing, empty and `all` are null (VIEW-03, API-14).
 * @param spellings maps the domain's word to the wire's where they differ
 */
export function severalOf<const W extends string>(
  words: readonly W[],
  spellings: Partial<Record<W, string>> = {},
): Wire<readonly W[] | null> {
  const wireValues = words.map((word) => spellings[word] ?? word);
  const encode = (given: readonly W[] | null) => given?.map((word) => spellings[word] ?? word).join(',');
  const schema = z.codec(
    z.optional(
      z.nullable(
        documented(z.string(), {
          type: 'string',
          description: `\`all\`, or one or several of ${wireValues.join(', ')}, separated by commas`,
          examples: wireValues.slice(0, 1),
        }),
      ),
    ),
    z.custom<readonly W[] | null>(),
    {
      decode: (value, context) => {
        if (value === undefined || value === null || value === '' || value === 'all') return null;
        const given = [...new Set(value.split(',').map((part) => part.trim()))];
        const unknown = given.find((part) => !wireValues.includes(part));
        if (unknown !== undefined)
          return addIssue(context, value, `must be one or several of ${wireValues.join(', ')}`);
        return words.filter((_, index) => given.includes(wireValues[index] ?? ''));
      },
      encode: (value) => encode(value as readonly W[] | null) as never,
    },
  ) as Wire<readonly W[] | null>;
  return withFastEncoder(schema, encode);
}

/**
 * The query key `sort`: a name, or a name with "-" before it for the other direction, highest or newest first (VIEW-02). Without it
 * a list is newest first, which is `-date`.
 */
export const sortKey = <const N extends string>(...names: readonly N[]): Wire<SortKey<N> | null> =>
  maybe(oneOf(names.flatMap((name) => [name, `-${name}`] as const)));

/** What a list is ordered by: rising, or falling with "-" before it. */
export type SortKey<N extends string = string> = N | `-${N}`;
