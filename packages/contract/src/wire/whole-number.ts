import * as z from 'zod/mini';
import { documented } from './documented.ts';
import type { Wire } from './wire.ts';
import { type Fail, wireValue } from './wire-value.ts';

const integer = (least: number, most: number) =>
  documented(z.union([z.string(), z.number()]), { type: 'integer', minimum: least, maximum: most });

function integerOf(given: string | number, least: number, most: number, fail: Fail): number {
  const number = /^\d{1,10}$/.test(String(given)) ? Number(given) : Number.NaN;
  return number >= least && number <= most ? number : fail(`must be a whole number from ${least} to ${most}`);
}

/** A whole number, or its text, within bounds. */
export const wholeNumber = (least: number, most: number): Wire<number> =>
  wireValue(integer(least, most), (value, fail) => integerOf(value, least, most, fail));

/** The same in a query, with its value where it is missing. */
export const wholeNumberOr = (missing: number, least: number, most: number): Wire<number> =>
  wireValue(z.optional(integer(least, most)), (value, fail) =>
    value === undefined || value === '' ? missing : integerOf(value, least, most, fail),
  );

/** The number of a row in its table, as text: in a path or query. */
export const rowNumber: Wire<string> = wireValue(z.string(), (value, fail) =>
  /^[1-9]\d{0,14}$/.test(value) ? value : fail('must be the number of a row'),
);
