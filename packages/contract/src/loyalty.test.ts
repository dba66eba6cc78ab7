import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { payLoyalty } from './loyalty.ts';

const payeeId = '65f000000000000000000001';

test.each([
  ['user', 'user', 123_450, 1234.5],
  ['mechanic', 'mechnaic', 2_901, 29.01],
] as const)(
  '[LOYA-03] the body of a payout to a %s matches the external API',
  (payeeKind, usertype, paise, amount) => {
    const body =
      payLoyalty.body &&
      z.encode(payLoyalty.body, { amountPaise: paise, payeeKind, transactionId: 'T 1', payeeId });
    expect(JSON.stringify(body)).toBe(JSON.stringify({ amount, usertype, transaction_id: 'T 1', userid: payeeId }));
  },
);

test.each([
  ['a blank transaction id', { transaction_id: '  ' }],
  ['no transaction id', { transaction_id: undefined }],
  ['a third of a paisa', { amount: 10.001 }],
  ['nothing', { amount: 0 }],
  ['a negative amount', { amount: -20 }],
  ['an unknown kind of person', { usertype: 'mechanic' }],
])('[LOYA-03, API-14] the body of a payout is rejected with %s', (_, change) => {
  const body = { amount: 20, usertype: 'user', transaction_id: 'T 1', userid: payeeId, ...change };
  expect(payLoyalty.body && z.safeDecode(payLoyalty.body, body).success).toBe(false);
});
