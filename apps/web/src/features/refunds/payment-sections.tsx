import { msg, t } from '../../languages/text.ts';
import { isOwnServer } from '../../lib/config.ts';
import { PageSections } from '../../list/page-sections.tsx';

const PAGES = [
  ['/payments', msg('Payments')],
  ['/payments/refunds', msg('Refunds and disputes')],
] as const;

/** Links to the pages about payments, which only our server has. */
export function PaymentSections() {
  return isOwnServer() ? <PageSections label={t('Pages about payments')} pages={PAGES} /> : null;
}
