import { expect, expectTypeOf, it } from 'vitest';
import { SENTENCES, type Sentences, sentence } from './sentences.ts';
import type { SentenceArguments } from './wire/sentence.ts';

it('[LANG-02] fills the parameters of a sentence', () => {
  expect(sentence('line_resolved')).toEqual({
    code: 'line_resolved',
    params: {},
    message: 'This line is resolved already. Nothing was changed.',
  });
  const params = { balance: '₹100', amount: '₹200' };
  expect(sentence('balance_too_small', params)).toEqual({
    code: 'balance_too_small',
    params,
    message: 'The balance is ₹100 now, less than ₹200. Nothing was paid.',
  });
});

it('[LANG-02] requires exactly the parameters of the template', () => {
  expectTypeOf<SentenceArguments<Sentences, 'line_resolved'>>().toEqualTypeOf<[code: 'line_resolved']>();
  expectTypeOf<SentenceArguments<Sentences, 'call_taken'>>().toEqualTypeOf<
    [code: 'call_taken', params: Readonly<Record<'name', string | number>>]
  >();
  // @ts-expect-error: the name is missing
  sentence('call_taken');
  // @ts-expect-error: there is no such parameter
  sentence('line_resolved', { name: 'Asha' });
  // @ts-expect-error: there is no such code
  expect(() => sentence('no_such_code')).toThrow();
});

it('[LANG-02] has codes in snake case and one sentence for each', () => {
  const codes = Object.keys(SENTENCES);
  expect(codes.filter((code) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(code))).toEqual([]);
  const names = Object.values<string>(SENTENCES).flatMap((text) => text.match(/\{[^}]*\}/g) ?? []);
  expect(names.filter((name) => !/^\{[a-z][a-zA-Z0-9]*\}$/.test(name))).toEqual([]);
});
