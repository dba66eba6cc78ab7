import { PAYMENT_METHODS } from './filter-values.ts';
import { PAYMENTS_OF_SPELLINGS, paymentStatusFilter, paymentsOf } from './payments.ts';
import { endpoint } from './wire/endpoint.ts';
import { maybe, oneOf, recordId, text } from './wire/fields.ts';
import { dayRangeKeys } from './wire/list-query.ts';
import { searchText } from './wire/query.ts';
import { wireObject } from './wire/wire-object.ts';

/** The header in which an export says how many rows it has, before they come. */
export const TOTAL_ROWS_HEADER = 'x-total-rows';

/** How a balance stands (PAYO-02). */
export const BALANCE_FILTERS = ['all', 'available', 'negative', 'zero'] as const;

/** GET /admin/export/payments: the payments that the screen's filters leave, newest first (API-17). */
export const exportPayments = endpoint({
  name: 'exportPayments',
  method: 'GET',
  path: '/admin/export/payments',
  permission: 'lists:export',
  needsProof: true,
  summary: 'Payments as a table for a spreadsheet; the filters are those of the list, and `method`.',
  tag: 'exports',
  query: wireObject(
    {
      status: paymentStatusFilter,
      search: maybe(searchText),
      method: maybe(oneOf([...PAYMENT_METHODS, 'all'])),
      ...paymentsOf,
      ...dayRangeKeys,
    },
    PAYMENTS_OF_SPELLINGS,
  ),
  answer: text,
  isCsv: true,
});

/** GET /admin/export/payouts: the mechanics that the screen's filters leave, each with totals (API-17). */
export const exportPayouts = endpoint({
  name: 'exportPayouts',
  method: 'GET',
  path: '/admin/export/payouts',
  permission: 'lists:export',
  needsProof: true,
  summary: 'Mechanics with what they earned, were paid and are owed, as a table; `search` by name, id or phone.',
  tag: 'exports',
  query: wireObject({ search: maybe(searchText), balance: maybe(oneOf(BALANCE_FILTERS)) }),
  answer: text,
  isCsv: true,
});

/** GET /admin/export/statement: every ledger row of one mechanic, oldest first, with the balance after each (API-17). */
export const exportStatement = endpoint({
  name: 'exportStatement',
  method: 'GET',
  path: '/admin/export/statement',
  permission: 'lists:export',
  needsProof: true,
  summary: 'One mechanic’s ledger, oldest row first, with the balance after each row.',
  tag: 'exports',
  query: wireObject({ mechanicId: recordId }, { mechanicId: 'mechanic' }),
  answer: text,
  isCsv: true,
  errorCodes: [404],
});
