import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { OVERDUE_DAYS } from '@wayside/contract/filter-values';
import type { ReconciliationDay } from '@wayside/contract/reconciliation-days';
import { msg, plural, t } from '../../languages/text.ts';
import { formatColumnRupees, formatDay, formatExactRupees } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { MonthSwitcher } from '../../list/month-switcher.tsx';
import { monthLabel, shownMonth } from '../../list/months.ts';
import { daysOfPeriod } from '../../list/periods.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { SettlementSections } from './settlement-sections.tsx';
import { daysQuery } from './settlements-queries.ts';

const DAY_MS = 86_400_000;
const route = getRouteApi('/signed-in/reconciliation');

/** Checks whether a day is too recent for a missing settlement to count as missing (T+2). */
const isRecent = (day: string): boolean =>
  Date.parse(daysOfPeriod('today').from) - Date.parse(day) < OVERDUE_DAYS * DAY_MS;

const OpenLines = ({ day: { day, differencePaise, openCount, openPaise } }: { day: ReconciliationDay }) =>
  openCount === 0 ? (
    <span className="text-ink-faint other-language:whitespace-normal">
      {differencePaise > 0 && isRecent(day) ? t('Not settled yet') : t('None')}
    </span>
  ) : (
    <Link
      to="/reconciliation/exceptions"
      search={{ from: day, to: day }}
      aria-label={t('{count} unreconciled on {date}', { count: openCount, date: formatDay(day) })}
      className="link"
    >
      {plural(openCount, '{count} line of {amount}', '{count} lines of {amount}', {
        amount: formatExactRupees(openPaise),
      })}
    </Link>
  );

const COLUMNS: readonly SmallColumn<ReconciliationDay>[] = [
  { header: msg('Day'), cell: ({ day }) => <span className="font-medium">{formatDay(day)}</span> },
  { header: msg('Expected'), align: 'end', cell: ({ expectedPaise }) => formatColumnRupees(expectedPaise) },
  { header: msg('Settled'), align: 'end', cell: ({ settledPaise }) => formatColumnRupees(settledPaise) },
  {
    header: msg('Difference'),
    align: 'end',
    cell: ({ differencePaise }) => (
      <span className={differencePaise === 0 ? 'text-ink-faint' : 'font-medium'}>
        {formatColumnRupees(differencePaise)}
      </span>
    ),
  },
  { header: msg('Unreconciled'), align: 'end', cell: (day) => <OpenLines day={day} /> },
];

/** Amounts paid by customers and settled by gateways, by day (RECON-03). */
export function DaysScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const month = shownMonth(search);
  const query = useQuery(daysQuery(month));
  const failure = useFailedLoad(query, t('Failed to load the days'));
  const days = query.data?.filter(({ expectedPaise, settledPaise, openCount }) =>
    [expectedPaise, settledPaise, openCount].some((value) => value !== 0),
  );
  const openCount = query.data?.reduce((sum, day) => sum + day.openCount, 0);
  const openPaise = query.data?.reduce((sum, day) => sum + day.openPaise, 0);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        sections={<SettlementSections />}
        title={t('Reconciliation')}
        subtitle={t('Non-cash payments by customers, compared with the reports of gateways and banks.')}
      />
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
          <MonthSwitcher month={month} onMonth={(shown) => void navigate({ search: { month: shown } })} />
          <p className="numeric font-medium">
            {openCount !== undefined &&
              plural(
                openCount,
                'Unreconciled in {month}: {count} line of {amount}',
                'Unreconciled in {month}: {count} lines of {amount}',
                { month: monthLabel(month), amount: formatExactRupees(openPaise) },
              )}
          </p>
        </div>
        {failure && <ErrorCard title={t('Error Loading Days')} {...failure} />}
        {failure === null && (
          <div className="px-3 pb-3">
            <SmallTable
              caption={t('Days of {month}', { month: monthLabel(month) })}
              columns={COLUMNS}
              rows={days}
              keyOf={({ day }) => day}
              empty={t('No payments in this month')}
            />
          </div>
        )}
      </Card>
    </div>
  );
}
