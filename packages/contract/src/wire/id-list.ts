import * as z from 'zod/mini';
import { documented } from './documented.ts';
import type { Wire } from './wire.ts';
import { wireValue } from './wire-value.ts';

const ID = /^[0-9a-f]{24}$/;

/** A query key with several ids, separated by commas; missing is none. @param most how many at most */
export const idList = (most: number): Wire<readonly string[]> =>
  wireValue(
    z.optional(
      documented(z.string(), {
        type: 'string',
        description: `up to ${most} ids, separated by commas`,
        examples: ['64b7f0c2a1d3e4f5a6b7c8d9'],
      }),
    ),
    (value, fail) => {
      if (value === undefined || value === '') return [];
      const ids = value.split(',').map((id) => id.trim().toLowerCase());
      const isValid = ids.length <= most && ids.every((id) => ID.test(id));
      return isValid ? ids : fail(`must be up to ${most} ids, separated by commas`);
    },
    (ids) => (ids.length === 0 ? undefined : ids.join(',')),
  );

/** Rows that are marked one by one, at most; more are marked as all that match (VIEW-07). */
export const MAX_MARKED = 10_000;

const ROW_ID = /^([0-9a-f]{24}|[1-9]\d{0,14})$/;

/** The ids of marked rows in a body, each once: ids of records or numbers of rows. */
export const markedIds: Wire<readonly string[]> = wireValue(z.array(z.string()), (value, fail) => {
  const ids = [...new Set(value.map((id) => id.trim().toLowerCase()))];
  const isValid = ids.length > 0 && value.length <= MAX_MARKED && ids.every((id) => ROW_ID.test(id));
  return isValid ? ids : fail(`must be 1 to ${MAX_MARKED} ids`);
});
