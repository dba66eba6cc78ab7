import { FOUND_SENTENCES } from '@wayside/contract/sentences/causes';
import { fillTemplate } from '@wayside/contract/wire/sentence';
import { expect, it } from 'vitest';
import { findCause } from './find-cause.ts';

const VALUE = '₹1,234.50';

it('[LANG-02] the code and the parameters of each stored cause are found', () => {
  for (const [code, template] of Object.entries(FOUND_SENTENCES)) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const params = Object.fromEntries(names.map((name) => [name, VALUE]));
    expect(findCause(fillTemplate(template, params))).toMatchObject({ code, params });
  }
});

it('[LANG-02] the code of a cause inside another cause is found', () => {
  expect(findCause('Its transaction ID is a placeholder, not a transaction ID.')).toEqual({
    code: 'line_transaction_id',
    params: { issue: 'is a placeholder, not a transaction ID', 'issue:code': 'placeholder' },
    message: 'Its transaction ID is a placeholder, not a transaction ID.',
  });
});

it('[LANG-02] no code is found for other texts', () => {
  expect([null, '', 'Account closed', 'constructor', 'A\nB'].map(findCause)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
