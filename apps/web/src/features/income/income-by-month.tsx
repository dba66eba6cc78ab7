import { useQuery } from '@tanstack/react-query';
import type { IncomeAmounts } from '@wayside/contract/income';
import { useState } from 'react';
import { locale } from '../../languages/language.ts';
import { englishOf, type Message, msg, t } from '../../languages/text.ts';
import { formatColumnRupees } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { ExportMenu } from '../../list/export-menu.tsx';
import type { ListColumn } from '../../list/list-definition.ts';
import { tableCall } from '../../list/list-export.ts';
import { daysOf } from '../../list/periods.ts';
import { PrintedList } from '../../list/printed-list.tsx';
import { Section } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { RetryNote } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { usePrinting } from '../../ui/printing.ts';
import { Select } from '../../ui/select.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { incomeQuery, LAST_MONTHS, type Months } from './income-queries.ts';

/** April: financial years begin in April. */
const FIRST_MONTH = 4;
const YEARS = 5;

/** Returns the periods to choose from: the last 12 months, then financial years such as "Financial Year 2026–27". */
function periodOptions(): readonly { readonly value: string; readonly label: string; readonly months: Months }[] {
  const { to: today } = daysOf({ period: 'today', from: null, to: null });
  const [year = 0, month = 1] = (today ?? '').split('-').map(Number);
  const current = month < FIRST_MONTH ? year - 1 : year;
  const years = Array.from({ length: YEARS }, (_, back) => current - back);
  return [
    { value: 'last', label: t('Last 12 Months'), months: LAST_MONTHS },
    ...years.map((first) => ({
      value: String(first),
      label: t('Financial Year {years}', { years: `${first}–${String(first + 1).slice(2)}` }),
      months: { from: `${first}-04`, to: `${first + 1}-03` },
    })),
  ];
}

/** Commission, fees, adjustments and net income by month, with the total (CLOS-02). */
export function IncomeByMonth() {
  const [value, setValue] = useState('last');
  const offered = periodOptions();
  const chosen = offered.find((each) => each.value === value);
  const months = chosen?.months ?? LAST_MONTHS;
  const query = useQuery({ ...incomeQuery(months), refetchOnMount: true });
  const failure = useFailedLoad(query, t('Failed to load the income'));
  const printing = usePrinting();
  const { data } = query;
  const rows: readonly IncomeRow[] = data
    ? [
        ...data.months
          .map(({ month, ...amounts }) => ({ ...amounts, id: month, label: monthLabel(month) }))
          .reverse(),
        { ...data.total, id: 'total', label: t('Total') },
      ]
    : [];
  return (
    <Section
      title={t('Income by month')}
      description={t(
        'Commission and platform fees, less credits to mechanics, plus debits. Loyalty is shown but not counted.',
      )}
      action={
        <div className="flex flex-wrap gap-2">
          <Select
            aria-label={t('Months')}
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
          heading={t('Income by month')}
          filters={[chosen?.label ?? '']}
          columns={[
            { header: msg('Month'), width: '9%', cell: (row: IncomeRow) => row.label },
            ...columnsFor(rows),
          ]}
          idOf={(row) => row.id}
          rows={rows}
          total={undefined}
        />
      )}
    </Section>
  );
}

interface IncomeTableProps {
  rows: readonly IncomeRow[];
}

/** Below this width, the columns of the table do not fit. */
const NARROW = '(max-width: 1023.98px)';

/** Shows a table, or one card per month if the table does not fit (PEOP-05). */
function IncomeTable({ rows }: IncomeTableProps) {
  return useMediaQuery(NARROW) ? <MonthCards rows={rows} /> : <MonthTable rows={rows} />;
}

const isTotal = ({ id }: IncomeRow) => id === 'total';

function MonthTable({ rows }: IncomeTableProps) {
  const columns = columnsFor(rows);
  return (
    <div
      role="group"
      aria-label={t('Income by month')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      className="scroll-sign px-3 -outline-offset-2"
    >
      <table className="w-full text-sm whitespace-nowrap">
        <caption className="sr-only">{t('Income by month')}</caption>
        <thead>
          <tr className="text-xs text-ink-faint">
            <th scope="col" className="px-2 py-2 text-left font-medium">
              {t('Month')}
            </th>
            {columns.map(({ header }) => (
              <th
                key={englishOf(header)}
                scope="col"
                className="px-2 py-2 text-right font-medium whitespace-normal wrap-normal"
              >
                {t(header)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className={cn('border-t border-line', isTotal(row) && 'font-semibold')}>
              <th scope="row" className={cn('h-11 px-2 text-left', isTotal(row) ? 'font-semibold' : 'font-normal')}>
                {row.label}
              </th>
              {columns.map(({ header, cell }) => (
                <td
                  key={englishOf(header)}
                  className={cn('numeric px-2 text-right', header === NET_INCOME && 'font-semibold')}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MonthCards({ rows }: IncomeTableProps) {
  return (
    <ul aria-label={t('Income by month')}>
      {rows.map((row) => (
        <li key={row.id} className="grid gap-1.5 border-b border-line px-5 py-3 last:border-b-0">
          <p className="flex items-baseline justify-between gap-3">
            <span className={isTotal(row) ? 'font-semibold' : 'font-medium'}>{row.label}</span>
            <span translate="no" className="numeric font-semibold">
              {formatColumnRupees(row.netIncomePaise)}
            </span>
          </p>
          <dl className="grid gap-0.5 text-sm text-ink-soft">
            {columnsFor([row])
              .filter(({ header, read }) => header !== NET_INCOME && read(row) !== 0)
              .map(({ header, cell }) => (
                <div key={englishOf(header)} className="flex justify-between gap-3">
                  <dt>{t(header)}</dt>
                  <dd translate="no" className="numeric">
                    {cell(row)}
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** Skeleton as high as the table. */
const IncomeSkeleton = () => (
  <div
    role="status"
    aria-label={t('Loading: {title}', { title: t('Income by month') })}
    className="grid gap-6 px-5 py-4"
  >
    {Array.from({ length: 13 }, (_, place) => (
      <Skeleton key={String(place)} className="h-5" />
    ))}
  </div>
);

interface IncomeRow extends IncomeAmounts {
  readonly id: string;
  readonly label: string;
}

const amountColumn = (
  header: Message,
  width: string,
  read: (row: IncomeRow) => number,
): ListColumn<IncomeRow> & { readonly read: typeof read } => ({
  header,
  width,
  align: 'end',
  read,
  cell: (row) => formatColumnRupees(read(row)),
});

/** Monthly net income and its parts; loyalty is shown for information (CLOS-02). */
const AMOUNT_COLUMNS = [
  amountColumn(msg('Net income'), '13%', (row) => row.netIncomePaise),
  amountColumn(msg('Commission'), '12%', (row) => row.commissionPaise),
  amountColumn(msg('Platform fees'), '12%', (row) => row.platformFeePaise),
  amountColumn(msg('Of which reversals'), '11%', (row) => row.reversedPaise),
  amountColumn(msg('Credits'), '10%', (row) => -row.creditPaise || 0),
  amountColumn(msg('Debits'), '10%', (row) => row.debitPaise),
  amountColumn(msg('Loyalty granted'), '11%', (row) => row.loyaltyGrantedPaise),
  amountColumn(msg('Loyalty paid out'), '11%', (row) => row.loyaltyPaidPaise),
] as const;

/** Shown if imported earnings do not add up. */
const DIFFERENCES = amountColumn(msg('Differences'), '11%', (row) => row.differencePaise);

const NET_INCOME = msg('Net income');

const columnsFor = (rows: readonly IncomeRow[]) =>
  rows.some((row) => row.differencePaise !== 0) ? [...AMOUNT_COLUMNS, DIFFERENCES] : AMOUNT_COLUMNS;

/** Returns "Nov 2026" for "2026-11". */
const monthLabel = (month: string): string =>
  new Intl.DateTimeFormat(locale(), { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );
