import { expect, test } from 'vitest';
import { paymentOutResult } from './record-results.ts';
import { type SearchGroup, sortExactFirst } from './search-results.ts';

const paymentOut = (id: string, transactionId: string | null) =>
  paymentOutResult({
    ...{ id, kind: 'payout', transactionId, amountPaise: 100, method: null, requestedBy: null, approvedBy: null },
    ...{
      payeeKind: 'mechanic',
      payee: { id: 'm', name: 'Asha', phone: null, email: null },
      paidAt: null,
      voidedAt: null,
    },
    ...{ voidOf: null, voidOfKind: null, voidedBy: null, voidReason: null },
  });
const group = (name: string, results: SearchGroup['results']): SearchGroup => ({ name, results, failure: null });
const notes = group('Notes', [{ value: 'note', label: 'HDFC0630912345678', link: { to: '/bookings' } }]);
const transactions = group('Transactions', [
  paymentOut('a', '6309123456789'),
  paymentOut('b', '630912345678'),
  paymentOut('c', null),
]);

test.each(['630912345678', '6309 1234 5678', 'UTR 630912345678'])(
  '[WORK-03] the search results put the transaction with exactly the ID %j first',
  (text) => {
    const found = sortExactFirst([notes, transactions], text);
    expect(found.map(({ name }) => name)).toEqual(['Transactions', 'Notes']);
    expect(found[0]?.results.map(({ value }) => value)).toEqual([
      'transaction payout b',
      'transaction payout a',
      'transaction payout c',
    ]);
  },
);

test.each(['6309', '', '--'])(
  '[WORK-03] the search results keep their order for %j, which is not a complete ID',
  (text) => {
    expect(sortExactFirst([notes, transactions], text)).toEqual([notes, transactions]);
  },
);
