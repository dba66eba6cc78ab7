import { endpoint } from './wire/endpoint.ts';
import { instant, list, maybe, oneOf, recordId, text } from './wire/fields.ts';
import { rupees } from './wire/money.ts';
import { searchText } from './wire/query.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

/** What a transaction id has paid. */
export const TRANSACTION_KINDS = ['payout', 'loyalty_of_mechanic', 'loyalty_of_customer'] as const;

const payee = wireObject({ id: recordId, name: maybe(text) }, { id: '_id' });

const fields = {
  /** The payout or loyalty payment. */
  id: recordId,
  kind: oneOf(TRANSACTION_KINDS),
  transactionId: text,
  payee,
  amountPaise: rupees,
  paidAt: maybe(instant),
};

/** A payment under a transaction id, and who was paid (WORK-03). */
export type Transaction = DomainOf<typeof fields>;

/** GET /admin/transactions: the payments whose transaction id begins with a text (WORK-03). */
export const findTransactions = endpoint({
  name: 'findTransactions',
  method: 'GET',
  path: '/admin/transactions',
  permission: 'payouts:read',
  summary:
    'Payouts and loyalty payments whose transaction id is `search` or begins with it, compared without case and spaces around; 5 at most, and none for fewer than 4 characters.',
  tag: 'payouts',
  query: wireObject({ search: searchText }),
  answer: success({ records: list(wireObject(fields, { id: '_id', amountPaise: 'amount' })) }, { records: 'data' }),
});
