import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type CalendarDay, type CloseCalendar, closeDays, exportCloses } from '@wayside/contract/closes';
import { useState } from 'react';
import { t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { failureText, isCancelled } from '../../lib/api-error.ts';
import { formatDay } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { useStart } from '../../lib/use-start.ts';
import { MonthSwitcher } from '../../list/month-switcher.tsx';
import { monthLabel, shownMonth } from '../../list/months.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { DescriptionItem } from '../../ui/description-list.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TechnicalDetails } from '../../ui/technical-details.tsx';
import { PayoutSections } from '../payouts/payout-sections.tsx';
import { calendarQuery, useCloseExport } from './closes-queries.ts';
import { MonthCalendar } from './month-calendar.tsx';

const CloseDialog = lazyPart(() => import('./close-dialog.tsx'), 'CloseDialog');
const CloseDetails = lazyPart(() => import('./close-details.tsx'), 'CloseDetails');

const route = getRouteApi('/signed-in/payouts/closing');

/** The calendar of closed and open days (CLOS-01). */
export function ClosingScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const month = shownMonth(search);
  const query = useQuery(calendarQuery(month));
  const failure = useFailedLoad(query, t('Failed to load the closes'));
  const mayClose = useMay()(closeDays);
  const [toClose, setToClose] = useState<string | null>(null);
  const calendar = query.data;
  const lastOpen = calendar?.days.findLast(({ state }) => state === 'open')?.day;
  useStart(() => lastOpen !== undefined && setToClose(lastOpen));
  const open = (day: CalendarDay) => {
    if (day.state === 'closed') void navigate({ search: { ...search, day: day.day } });
    else if (mayClose) setToClose(day.day);
  };
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        sections={<PayoutSections />}
        title={t('Closing')}
        subtitle={t('Closed days. Each shows opening balance, entries and closing balance.')}
        actions={calendar && <MonthActions calendar={calendar} onClose={setToClose} />}
      />
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
          <MonthSwitcher month={month} onMonth={(shown) => void navigate({ search: { month: shown } })} />
          <p className="text-ink-soft">{calendar && closedThroughText(calendar)}</p>
        </div>
        {failure && <ErrorCard title={t('Error Loading Closes')} {...failure} />}
        {failure === null && calendar === undefined && (
          <div role="status" aria-label={t('Loading the closes')} className="p-4">
            <Skeleton className="h-[32rem] w-full" />
          </div>
        )}
        {failure === null && calendar && (
          <MonthCalendar label={monthLabel(month)} days={calendar.days} onDay={open} />
        )}
      </Card>
      {calendar && (
        <TechnicalDetails>
          <DescriptionItem label={t('Fingerprint of the signing key, for auditors')}>
            <CopyableId id={calendar.keyFingerprint} shown={`${calendar.keyFingerprint.slice(0, 16)}…`} />
          </DescriptionItem>
        </TechnicalDetails>
      )}
      {search.day !== undefined && (
        <CloseDetails day={search.day} onClose={() => void navigate({ search: { month } })} />
      )}
      {toClose !== null && (
        <CloseDialog day={toClose} isFirst={calendar?.closedThrough === null} onClose={() => setToClose(null)} />
      )}
    </div>
  );
}

const closedThroughText = ({ closedThrough }: CloseCalendar): string =>
  closedThrough === null ? t('No days closed yet') : t('Closed through {day}', { day: formatDay(closedThrough) });

/** Buttons that export the month's closed days and close its past open days. */
function MonthActions({ calendar, onClose }: { calendar: CloseCalendar; onClose: (day: string) => void }) {
  const exporting = useCloseExport();
  const closed = calendar.days.filter(({ state }) => state === 'closed');
  const [from, to] = [closed[0]?.day, closed.at(-1)?.day];
  const lastOpen = calendar.days.findLast(({ state }) => state === 'open')?.day;
  return (
    <>
      {exporting.error && !isCancelled(exporting.error) && (
        <FailureText>{failureText(exporting.error, t('Nothing was exported. Please try again.'))}</FailureText>
      )}
      {from !== undefined && to !== undefined && (
        <Allowed to={exportCloses}>
          <Button pending={exporting.isPending} onClick={() => exporting.mutate({ from, to })}>
            {t('Export closed days')}
          </Button>
        </Allowed>
      )}
      {lastOpen !== undefined && (
        <Allowed to={closeDays}>
          <Button variant="primary" onClick={() => onClose(lastOpen)}>
            {t('Close through {day}', { day: formatDay(lastOpen) })}
          </Button>
        </Allowed>
      )}
    </>
  );
}
