import { isOwnServer } from '../../lib/config.ts';
import { PageSections } from '../../list/page-sections.tsx';

const PAGES = [
  ['/payments', 'Payments'],
  ['/payments/refunds', 'Refunds and disputes'],
] as const;

/** Links to the pages about payments, which only our server has. */
export function PaymentSections() {
  return isOwnServer() ? <PageSections label="Pages about payments" pages={PAGES} /> : null;
}
