import { isOwnServer } from '../../lib/config.ts';
import { PageSections } from '../../list/page-sections.tsx';

const PAGES = [
  ['/payouts', 'Balances'],
  ['/payouts/history', 'History'],
  ['/payouts/runs', 'Payment runs'],
  ['/payouts/closing', 'Closing'],
  ['/payouts/income', 'Income'],
] as const;

/** Links to the pages about payouts, which only our server has. */
export function PayoutSections() {
  return isOwnServer() ? <PageSections label="Pages about payouts" pages={PAGES} /> : null;
}
