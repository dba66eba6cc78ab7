import { endpointsOf } from './wire/endpoint.ts';
import { list, text } from './wire/fields.ts';
import { monthRangeKeys } from './wire/list-endpoints.ts';
import { rupees, signedRupees } from './wire/money.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('income');

/** The maximum and the default number of months in a summary. */
export const MAX_MONTHS = 120;
export const DEFAULT_MONTHS = 12;

const amounts = {
  /** Commission and fees both include reversals. */
  commissionPaise: signedRupees,
  platformFeePaise: signedRupees,
  /** The commission and fees of reversals only; at most 0 unless earnings were negative. */
  reversedPaise: signedRupees,
  /** Credits to mechanics by adjustment, which the platform bears (PAYO-11). */
  creditPaise: rupees,
  /** Debits from mechanics by adjustment. */
  debitPaise: rupees,
  /** Commission, fees and debits, less credits. */
  netIncomePaise: signedRupees,
  /** Gross minus commission, fee and the net that imported earnings state; not part of the income. */
  differencePaise: signedRupees,
  /** Amounts that the source granted to wallets and amounts paid out of wallets; not part of the income. */
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

/**
 * The income of the platform in a month. The instant that decides in which day's books an entry is also decides its
 * month (CLOS-02).
 */
export type IncomeMonth = { readonly month: string } & IncomeAmounts;

/** CLOS-02 */
export const getIncome = endpoint('getIncome', 'GET /admin/income', {
  permission: 'payouts:read',
  readScope: 'read:reports',
  summary: `Commission, platform fees and adjustments by month, the earliest first, from the months of the books; without \`from\` the ${DEFAULT_MONTHS} months up to \`to\`, the current month by default; at most ${MAX_MONTHS} months.`,
  query: wireObject(monthRangeKeys),
  response: success(
    { months: list(wireObject({ month: text, ...amounts }, SPELLINGS)), total: wireObject(amounts, SPELLINGS) },
    { months: 'data' },
  ),
});
