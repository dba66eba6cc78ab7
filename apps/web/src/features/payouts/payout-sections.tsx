import { msg, t } from '../../languages/text.ts';
import { isOwnServer } from '../../lib/config.ts';
import { PageSections } from '../../list/page-sections.tsx';

const PAGES = [
  ['/payouts', msg('Balances')],
  ['/payouts/history', msg('History')],
  ['/payouts/runs', msg('Payment runs')],
  ['/payouts/closing', msg('Closing')],
  ['/payouts/income', msg('Income')],
] as const;

/** Links to the pages about payouts, which only our server has. */
export function PayoutSections() {
  return isOwnServer() ? <PageSections label={t('Pages about payouts')} pages={PAGES} /> : null;
}
