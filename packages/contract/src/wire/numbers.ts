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

/** The number of a row in its table, as text: in a path or query. */
export const rowNumber: Wire<string> = z.codec(z.string(), z.custom<string>(), {
  decode: (value, context) =>
    /^[1-9]\d{0,14}$/.test(value) ? value : addIssue(context, value, 'must be the number of a row'),
  encode: (value) => value as string,
}) as Wire<string>;
