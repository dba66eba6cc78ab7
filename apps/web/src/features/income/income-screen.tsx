import { Allowed } from '../../lib/allowed.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PayoutSections } from '../payouts/payout-sections.tsx';
import { IncomeByMonth } from './income-by-month.tsx';
import { JournalAccounts } from './journal-accounts.tsx';
import { JournalExport } from './journal-export.tsx';

/** The income of the platform, the journal for accountants and its accounts (CLOS-02). */
export function IncomeScreen() {
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title="Income" subtitle="Platform income by month" />
      <PayoutSections />
      <IncomeByMonth />
      <Allowed to="lists:export">
        <JournalExport />
      </Allowed>
      <JournalAccounts />
    </div>
  );
}
