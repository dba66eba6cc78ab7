import * as z from 'zod/mini';
import { documented } from './documented.ts';
import { addIssue, type Wire } from './wire.ts';

/** A number, or its decimal text, within bounds, for requests. */
export function between(least: number, most: number): Wire<number> {
  return z.codec(
    documented(z.union([z.number(), z.string()]), { type: 'number', minimum: least, maximum: most }),
    z.custom<number>(),
    {
      decode: (value, context) => {
        const isDecimal = typeof value === 'number' || /^\s*-?\d{1,15}(\.\d{1,15})?\s*$/.test(value);
        const number = isDecimal ? Number(value) : Number.NaN;
        if (number >= least && number <= most) return number;
        return addIssue(context, value, `must be a number from ${least} to ${most}`);
      },
      encode: (value) => value as number,
    },
  ) as Wire<number>;
}
