import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { ExportMenu } from '../../list/export-menu.tsx';
import { tableCall } from '../../list/list-export.ts';
import { daysOf } from '../../list/periods.ts';
import { PrintedList } from '../../list/printed-list.tsx';
import { Section } from '../../ui/card.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { usePrinting } from '../../ui/printing.ts';
import { Select } from '../../ui/select.tsx';
import { columnsFor, type IncomeRow, monthLabel } from './income-columns.tsx';
import { incomeQuery, LAST_MONTHS, type Months } from './income-queries.ts';
import { IncomeSkeleton, IncomeTable } from './income-table.tsx';

/** Financial years begin in April. */
const FIRST_MONTH = 4;
const YEARS = 5;

/** What the months can be, the last 12 first: "Financial Year 2026–27". */
function choices(): readonly { readonly value: string; readonly label: string; readonly months: Months }[] {
  const { to: today } = daysOf({ period: 'today', from: null, to: null });
  const [year = 0, month = 1] = (today ?? '').split('-').map(Number);
  const current = month < FIRST_MONTH ? year - 1 : year;
  const years = Array.from({ length: YEARS }, (_, back) => current - back);
  return [
    { value: 'last', label: 'Last 12 Months', months: LAST_MONTHS },
    ...years.map((first) => ({
      value: String(first),
      label: `Financial Year ${first}–${String(first + 1).slice(2)}`,
      months: { from: `${first}-04`, to: `${first + 1}-03` },
    })),
  ];
}

/** Commission, fees, adjustments and net income of each month, with the total (CLOS-02). */
export function IncomeByMonth() {
  const [value, setValue] = useState('last');
  const offered = choices();
  const chosen = offered.find((each) => each.value === value);
  const months = chosen?.months ?? LAST_MONTHS;
  const query = useQuery({ ...incomeQuery(months), refetchOnMount: true });
  const failure = useFailedLoad(query, 'Failed to load the income');
  const printing = usePrinting();
  const { data } = query;
  const rows: readonly IncomeRow[] = data
    ? [
        ...data.months
          .map(({ month, ...amounts }) => ({ ...amounts, id: month, label: monthLabel(month) }))
          .reverse(),
        { ...data.total, id: 'total', label: 'Total' },
      ]
    : [];
  return (
    <Section
      title="Income by month"
      about="Commission and platform fees, less credits to mechanics, plus debits. Loyalty is shown for information."
      action={
        <div className="flex flex-wrap gap-2">
          <Select
            aria-label="Months"
            value={value}
            onChange={({ target }) => setValue(target.value)}
            options={offered.map(({ value, label }) => ({ value, label }))}
          />
          <ExportMenu
            list={{
              name: 'income',
              permission: 'lists:export',
              call: (calls) => tableCall(calls.exportIncome, months),
            }}
          />
        </div>
      }
    >
      {failure && (
        <div className="px-5 py-4">
          <RetryNote {...failure} />
        </div>
      )}
      {failure === null && !data && <IncomeSkeleton />}
      {failure === null && data && <IncomeTable rows={rows} />}
      {printing !== null && data && (
        <PrintedList
          heading="Income by month"
          filters={[chosen?.label ?? '']}
          columns={[{ header: 'Month', width: '9%', cell: (row: IncomeRow) => row.label }, ...columnsFor(rows)]}
          idOf={(row) => row.id}
          rows={rows}
          total={undefined}
        />
      )}
    </Section>
  );
}
