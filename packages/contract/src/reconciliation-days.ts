import { endpointsOf } from './wire/endpoint.ts';
import { numeric, text } from './wire/fields.ts';
import { requiredDayRangeKeys } from './wire/list-endpoints.ts';
import { signedRupees } from './wire/money.ts';
import { fullList } from './wire/paging.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('settlements');

const dayFields = {
  day: text,
  /** Payments recorded here on the day, except cash. */
  expectedPaise: signedRupees,
  /** The amount that gateways report for payments of the day. */
  settledPaise: signedRupees,
  /** The expected amount minus the settled amount. */
  differencePaise: signedRupees,
  openCount: numeric,
  openPaise: signedRupees,
};
/** The received money of one day (RECON-03). */
export type ReconciliationDay = DomainOf<typeof dayFields>;
export const MAX_RECONCILIATION_DAYS = 31;

/** RECON-03 */
export const listReconciliationDays = endpoint('listReconciliationDays', 'GET /admin/reconciliation-days', {
  permission: 'settlements:reconcile',
  summary: `Paid, settled and unreconciled amounts of each of up to ${MAX_RECONCILIATION_DAYS} days.`,
  query: wireObject(requiredDayRangeKeys),
  response: fullList(
    wireObject(dayFields, {
      expectedPaise: 'expected',
      settledPaise: 'settled',
      differencePaise: 'difference',
      openPaise: 'openAmount',
    }) as Wire<ReconciliationDay>,
  ),
});
