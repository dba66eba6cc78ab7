import { type ListView, listUrl } from '../../list/list-url.ts';

/** What a payment out paid. */
const KINDS = ['payout', 'loyalty', 'void'] as const;

/** The URL of the payments out: page, search, kinds, days, order and the open payment (NAV-09, VIEW-01). */
export const paymentsOutUrl = listUrl({
  list: 'payments-out',
  filters: { kind: { several: KINDS } },
  hasDays: true,
  sorts: ['-date', 'date'],
  details: 'payment',
});

export type PaymentsOutView = ListView<'kind'>;
