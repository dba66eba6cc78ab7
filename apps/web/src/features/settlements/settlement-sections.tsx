import { msg, t } from '../../languages/text.ts';
import { PageSections } from '../../list/page-sections.tsx';

const PAGES = [
  ['/reconciliation', msg('Days')],
  ['/reconciliation/exceptions', msg('Exceptions')],
  ['/reconciliation/settlements', msg('Settlements')],
  ['/reconciliation/files', msg('Files')],
] as const;

/** Links to the pages about received money. */
export const SettlementSections = () => <PageSections label={t('Pages about received money')} pages={PAGES} />;
