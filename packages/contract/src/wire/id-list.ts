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
