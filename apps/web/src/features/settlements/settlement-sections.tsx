import { PageSections } from '../../list/page-sections.tsx';

const PAGES = [
  ['/reconciliation', 'Days'],
  ['/reconciliation/exceptions', 'Exceptions'],
  ['/reconciliation/settlements', 'Settlements'],
  ['/reconciliation/files', 'Files'],
] as const;

/** Links to the pages about received money. */
export const SettlementSections = () => <PageSections label="Pages about received money" pages={PAGES} />;
