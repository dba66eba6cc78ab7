import { useState } from 'react';
import { t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { ExportMenu } from '../../list/export-menu.tsx';
import { tableCall } from '../../list/list-export.ts';
import { isDateRangeReversed, type ListDays } from '../../list/list-url.ts';
import { DayFields, PeriodSelect } from '../../list/period-select.tsx';
import { daysOf } from '../../list/periods.ts';
import { Section } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PayoutSections } from '../payouts/payout-sections.tsx';
import { IncomeByMonth } from './income-by-month.tsx';
import { JournalAccounts } from './journal-accounts.tsx';

/** Exports the journal of a chosen period for accountants, by default last month (CLOS-02). */
function JournalExport() {
  const [view, setView] = useState<ListDays>({ period: 'last-month', from: null, to: null });
  const change = (changed: Partial<ListDays>) => setView({ ...view, ...changed });
  const days = daysOf(view);
  return (
    <Section
      title={t('Journal')}
      description={t('One line per debit and credit, for your accounting software. Debits equal credits.')}
      action={
        <ExportMenu
          label={t('Export journal')}
          hasPrint={false}
          disabled={isDateRangeReversed(view)}
          list={{
            name: 'journal',
            permission: 'lists:export',
            call: (calls) => tableCall(calls.exportJournal, days),
          }}
        />
      }
    >
      <div className="flex flex-wrap items-end gap-3 px-5 py-4">
        <PeriodSelect
          label={t('Days')}
          view={view}
          onDays={change}
          onBetween={(isWanted) => isWanted && change(ownDays(days))}
        />
        <DayFields label={t('Days of the journal')} view={view} onDays={change} />
      </div>
    </Section>
  );
}

const ownDays = (days: Pick<ListDays, 'from' | 'to'>): ListDays => ({ period: null, ...days });

/** Income, the journal for accountants, and its accounts (CLOS-02). */
export function IncomeScreen() {
  return (
    <div className="flex flex-col gap-5">
      <PageHeader sections={<PayoutSections />} title={t('Income')} subtitle={t('Platform income by month')} />
      <IncomeByMonth />
      <Allowed to="lists:export">
        <JournalExport />
      </Allowed>
      <JournalAccounts />
    </div>
  );
}
