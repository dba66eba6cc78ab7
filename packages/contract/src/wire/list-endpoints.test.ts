import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { everyEndpoint } from '../testing/every-endpoint.ts';
import { fieldErrorsOf } from './field-errors.ts';
import { fieldIssue } from './field-sentences.ts';
import type { Wire } from './wire.ts';

const REQUIRED = { page: '1', limit: '10', mechanic: '0'.repeat(24) };
const errorsOf = (schema: Wire<unknown>, value: unknown) => {
  const read = z.safeDecode(schema, value as never);
  return read.success ? [] : fieldErrorsOf(read.error.issues);
};
const query = (name: string) => {
  const found = everyEndpoint.find((each) => each.name === name);
  if (!found) throw new Error(`no endpoint ${name}`);
  return found.query;
};
/** The queries that have a `from` key, found by the error that they return if it is not a day. */
const withRange = everyEndpoint.filter((each) =>
  errorsOf(each.query, { ...REQUIRED, from: 'x', to: 'x' }).some(({ field }) => field === 'from'),
);
const REVERSED = { field: 'to', ...fieldIssue('not_before', { from: 'from' }) };

describe('a range of days or months', () => {
  it('[VIEW-01] is accepted by the lists, statements, exports, closes, income and the roadside report', () => {
    expect(withRange.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['listBookings', 'getStatement', 'exportStatement', 'exportJournal', 'listCloses', 'exportCloses'],
        ...['getIncome', 'exportIncome', 'getRoadsideReport', 'exportRoadside'],
      ]),
    );
  });

  it.each(withRange.map(({ name }) => name))('[VIEW-01] must not end before it starts in %s', (name) => {
    const schema = query(name);
    const [early, late] = name.includes('ncome') ? ['2026-01', '2026-02'] : ['2026-01-31', '2026-02-01'];
    expect(errorsOf(schema, { ...REQUIRED, from: late, to: early })).toContainEqual(REVERSED);
    for (const range of [
      { from: early, to: late },
      { from: early, to: early },
    ])
      expect(errorsOf(schema, { ...REQUIRED, ...range })).not.toContainEqual(REVERSED);
  });
});
