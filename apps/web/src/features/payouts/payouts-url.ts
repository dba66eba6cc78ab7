import { listUrl } from '../../list/list-url.ts';

/** The status of a balance (PAYO-02). */
export const BALANCE_STATUSES = ['available', 'negative', 'zero'] as const;

/** What the columns are ordered by (VIEW-02). */
const PAYOUT_SORTS = ['balance', 'name', 'phone', 'earned', 'paid', 'commission', 'status'] as const;
export type PayoutSort = (typeof PAYOUT_SORTS)[number];

/** The URL of the payouts: page, search, balance, order and the open mechanic (NAV-09). */
export const payoutsUrl = listUrl({
  list: 'payouts',
  filters: { balance: BALANCE_STATUSES },
  sorts: ['-balance', ...PAYOUT_SORTS.flatMap((name) => [name, `-${name}`])],
  isLocal: true,
  details: 'mechanic',
});
