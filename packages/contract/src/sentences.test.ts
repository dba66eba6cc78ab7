import { expect, expectTypeOf, it } from 'vitest';
import { SENTENCES, type Sentences, sentence } from './sentences.ts';
import { type Param, type SentenceArguments, sentencesOf, type Template } from './wire/sentence.ts';

it('[LANG-02] a sentence contains its parameters', () => {
  expect(sentence('line_resolved')).toEqual({
    code: 'line_resolved',
    params: {},
    message: 'This line is already resolved. Nothing was changed.',
  });
  const params = { balance: '₹100', amount: '₹200' };
  expect(sentence('balance_too_small', params)).toEqual({
    code: 'balance_too_small',
    params,
    message: 'The balance is now ₹100, less than ₹200. Nothing was paid.',
  });
});

it('[LANG-02] a sentence requires exactly the parameters of its template', () => {
  expectTypeOf<SentenceArguments<Sentences, 'line_resolved'>>().toEqualTypeOf<[code: 'line_resolved']>();
  expectTypeOf<SentenceArguments<Sentences, 'call_taken'>>().toEqualTypeOf<
    [code: 'call_taken', params: Readonly<Record<'name', Param>>]
  >();
  // @ts-expect-error: the name is missing
  sentence('call_taken');
  // @ts-expect-error: there is no such parameter
  sentence('line_resolved', { name: 'Asha' });
  // @ts-expect-error: there is no such code
  expect(() => sentence('no_such_code')).toThrow();
});

const example = sentencesOf({
  day_closed: '{day} is closed.',
  failed: 'It failed: {reason}',
  rows_removed: ['{count} row was removed.', '{count} rows were removed.'],
});

it('[LANG-02] dates and nested sentences are sent as values that the web app can write in another language', () => {
  const day = { text: '5 Nov 2026', style: 'day', date: '2026-11-05' } as const;
  expect(example('failed', { reason: example('day_closed', { day }) })).toEqual({
    code: 'failed',
    params: {
      reason: '5 Nov 2026 is closed.',
      'reason:code': 'day_closed',
      'reason.day': '5 Nov 2026',
      'reason.day:day': '2026-11-05',
    },
    message: 'It failed: 5 Nov 2026 is closed.',
  });
});

it('[LANG-03] a count uses the English singular or plural form', () => {
  const messages = [0, 1, 1234].map((count) => example('rows_removed', { count }).message);
  expect(messages).toEqual(['0 rows were removed.', '1 row was removed.', '1,234 rows were removed.']);
  expect(example('rows_removed', { count: 1234 }).params).toEqual({ count: 1234 });
  // @ts-expect-error: a text has no plural form
  example('rows_removed', { count: '2' });
});

it('[LANG-02] sentence codes are in snake case, with one sentence per code', () => {
  const codes = Object.keys(SENTENCES);
  expect(codes.filter((code) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(code))).toEqual([]);
  const names = Object.values<Template>(SENTENCES)
    .flatMap((text) => [text].flat())
    .flatMap((text) => text.match(/\{[^}]*\}/g) ?? []);
  expect(names.filter((name) => !/^\{[a-z][a-zA-Z0-9]*\}$/.test(name))).toEqual([]);
});
