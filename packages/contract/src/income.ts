import { endpointsOf } from './wire/endpoint.ts';
import { list, text } from './wire/fields.ts';
import { monthRangeKeys } from './wire/list-endpoints.ts';
import { rupees, signedRupees } from './wire/money.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('income');

/** The maximum number of months in a summary, and the default. */
export const MAX_MONTHS = 120;
export const USUAL_MONTHS = 12;

const amounts = {
  /** Both include reversals. */
  commissionPaise: signedRupees,
  platformFeePaise: signedRupees,
  /** The commission and fees of reversals alone: at most 0 where earnings were not negative. */
  reversedPaise: signedRupees,
  /** Credited to mechanics by hand, which the platform bears (PAYO-11). */
  creditPaise: rupees,
  /** Debited from mechanics by hand. */
  debitPaise: rupees,
  /** Commission and fees, less credits, and debits. */
  netIncomePaise: signedRupees,
  /** Gross less commission and fee, minus the net that imported earnings rows state; not part of the income. */
  differencePaise: signedRupees,
  /** Amounts granted to wallets by the source and paid out of them; not part of the income. */
  loyaltyGrantedPaise: signedRupees,
  loyaltyPaidPaise: signedRupees,
};
/** The amounts of a month of income, in paise. */
export type IncomeAmounts = DomainOf<typeof amounts>;

const SPELLINGS = {
  commissionPaise: 'commission',
  platformFeePaise: 'platformFee',
  reversedPaise: 'reversed',
  creditPaise: 'credits',
  debitPaise: 'debits',
  netIncomePaise: 'netIncome',
  differencePaise: 'difference',
  loyaltyGrantedPaise: 'loyaltyGranted',
  loyaltyPaidPaise: 'loyaltyPaid',
} as const;

/** The income of the platform in a month, by the instant that decides in whose books an entry is (CLOS-02). */
export type IncomeMonth = { readonly month: string } & IncomeAmounts;

/** CLOS-02 */
export const getIncome = endpoint('getIncome', 'GET /admin/income', {
  permission: 'payouts:read',
  readScope: 'read:reports',
  summary: `Commission, platform fees and adjustments by month, the earliest first, from the months of the books; without \`from\` the ${USUAL_MONTHS} months up to \`to\`, the current month by default; at most ${MAX_MONTHS} months.`,
  query: wireObject(monthRangeKeys),
  answer: success(
    { months: list(wireObject({ month: text, ...amounts }, SPELLINGS)), total: wireObject(amounts, SPELLINGS) },
    { months: 'data' },
  ),
});
