import * as z from 'zod/mini';
import { documented } from './documented.ts';
import { addIssue, type Wire, withFastEncoder } from './wire.ts';

const ID = /^[0-9a-f]{24}$/;

/** A query key with several ids, separated by commas; missing is none. @param most how many at most */
export function idList(most: number): Wire<readonly string[]> {
  const encode = (ids: readonly string[]) => (ids.length === 0 ? undefined : ids.join(','));
  const schema = z.codec(
    z.optional(
      documented(z.string(), {
        type: 'string',
        description: `up to ${most} ids, separated by commas`,
        examples: ['64b7f0c2a1d3e4f5a6b7c8d9'],
      }),
    ),
    z.custom<readonly string[]>(),
    {
      decode: (value, context) => {
        if (value === undefined || value === '') return [];
        const ids = value.split(',').map((id) => id.trim().toLowerCase());
        if (ids.length <= most && ids.every((id) => ID.test(id))) return ids;
        return addIssue(context, value, `must be up to ${most} ids, separated by commas`);
      },
      encode: (ids) => encode(ids as readonly string[]) as never,
    },
  ) as Wire<readonly string[]>;
  return withFastEncoder(schema, encode);
}

/** Rows that are marked one by one, at most; more are marked as all that match (VIEW-07). */
export const MOST_MARKED = 10_000;

const ROW_ID = /^([0-9a-f]{24}|[1-9]\d{0,14})$/;

/** The ids of marked rows in a body, each once: ids of records or numbers of rows. */
export const markedIds: Wire<readonly string[]> = withFastEncoder(
  z.codec(z.array(z.string()), z.custom<readonly string[]>(), {
    decode: (value, context) => {
      const ids = [...new Set(value.map((id) => id.trim().toLowerCase()))];
      if (ids.length > 0 && value.length <= MOST_MARKED && ids.every((id) => ROW_ID.test(id))) return ids;
      return addIssue(context, value, `must be 1 to ${MOST_MARKED} ids`);
    },
    encode: (ids) => [...ids] as never,
  }) as Wire<readonly string[]>,
  (ids) => ids,
);
