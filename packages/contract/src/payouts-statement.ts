import { ledgerEntry } from './payouts-ledger.ts';
import { endpoint } from './wire/endpoint.ts';
import { instant, list, maybe, numeric, text } from './wire/fields.ts';
import { dayRangeKeys } from './wire/list-query.ts';
import { signedRupees } from './wire/money.ts';
import { pageLimit, pageNumber } from './wire/paging.ts';
import { recordInPath } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const lineFields = {
  entry: ledgerEntry,
  /** The instant that decides in which day's books it is: that of the entry, or the first one of a later day (CLOS-01). */
  bookedAt: instant,
  /** The day that it is about, where that is another day of the business: "2026-10-30". */
  aboutDay: maybe(text),
  /** The balance after it. */
  balancePaise: signedRupees,
};
/** A line of a mechanic's statement: an entry of the ledger. */
export type StatementLine = DomainOf<typeof lineFields>;
const statementLine: Wire<StatementLine> = wireObject(lineFields, { balancePaise: 'balance' });

/** GET /admin/mechanics/{id}/statement: what a mechanic has earned and was paid in some days (CLOS-02). */
export const getStatement = endpoint({
  name: 'getStatement',
  method: 'GET',
  path: '/admin/mechanics/{id}/statement',
  permission: 'payouts:read',
  readScope: 'read:payouts',
  summary:
    'A page of the statement of one mechanic for the days `from` to `to`, both included and either open: the balance before them, the entries in the order of the books, oldest first, each with the balance after it, and the balance after them all.',
  tag: 'payouts',
  params: recordInPath,
  query: wireObject({ page: pageNumber, limit: pageLimit, ...dayRangeKeys }),
  answer: success(
    {
      openingPaise: signedRupees,
      closingPaise: signedRupees,
      rows: list(statementLine),
      total: numeric,
      pageCount: numeric,
      page: numeric,
    },
    {
      openingPaise: 'opening',
      closingPaise: 'closing',
      rows: 'data',
      pageCount: 'totalPages',
      page: 'currentPage',
    },
  ),
  errorCodes: [404],
});
