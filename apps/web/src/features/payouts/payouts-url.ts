import { listUrl } from '../../list/list-url.ts';

export const BALANCE_STATUSES = ['available', 'negative', 'zero'] as const;

const PAYOUT_SORTS = ['balance', 'name', 'phone', 'earned', 'paid', 'commission', 'status'] as const;
export type PayoutSort = (typeof PAYOUT_SORTS)[number];

/** The URL state of the payouts list (NAV-09). */
export const payoutsUrl = listUrl({
  list: 'payouts',
  filters: { balance: BALANCE_STATUSES },
  sorts: ['-balance', ...PAYOUT_SORTS.flatMap((name) => [name, `-${name}`])],
  isLocal: true,
  details: 'mechanic',
});
