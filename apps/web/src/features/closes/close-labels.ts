import type { Book, CloseKind, ClosePreview, CloseState } from '@wayside/contract/closes';
import { formatCount } from '../../lib/format.ts';
import type { StatusLabel } from '../../ui/badge.tsx';

/** The parts of the books. */
export const BOOK_LABELS: Readonly<Record<Book, string>> = {
  balances: 'Balances of mechanics',
  user_wallets: 'Wallets of customers',
  mechanic_wallets: 'Wallets of mechanics',
};

/** The kinds of entries, as they are read in a close (CLOS-01). */
export const KIND_LABELS: Readonly<Record<CloseKind, string>> = {
  platform_earning: 'Earnings, paid to the platform',
  cash_earning: 'Earnings, paid in cash',
  platform_earning_reversal: 'Reversed earnings, paid to the platform',
  cash_earning_reversal: 'Reversed earnings, paid in cash',
  payout: 'Payouts',
  payout_reversal: 'Voided payouts',
  adjustment: 'Adjustments',
  opening: 'First values from the source',
  source_change: 'Changes at the source',
  loyalty_payout: 'Loyalty payouts',
  void: 'Voided loyalty payouts',
  wallet_adjustment: 'Adjustments',
};

/** The state of a day. */
export const STATE_BADGES: Readonly<Record<CloseState, StatusLabel>> = {
  before: { label: 'Opening', tone: 'neutral' },
  closed: { label: 'Closed', tone: 'success' },
  open: { label: 'Open', tone: 'warning' },
  today: { label: 'Today', tone: 'info' },
  future: { label: 'Upcoming', tone: 'neutral' },
};

/** "1,204 entries, 3 of them about earlier days". */
export function entriesText({ entryCount, lateCount }: Pick<ClosePreview, 'entryCount' | 'lateCount'>): string {
  const entries = `${formatCount(entryCount)} ${entryCount === 1 ? 'entry' : 'entries'}`;
  return lateCount === 0 ? entries : `${entries}, ${formatCount(lateCount)} of them about earlier, closed days`;
}
