import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { NO_AREA, NO_REASON, type ReportRow } from '@wayside/contract/roadside-report';
import type { ReportStat } from '@wayside/contract/roadside-states';
import { ChartNoAxesColumn } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Message, msg, t } from '../../languages/text.ts';
import { config } from '../../lib/config.ts';
import { formatCount, formatDateTime, formatDay, notAvailable } from '../../lib/format.ts';
import { placeText } from '../../lib/place-text.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { ExportMenu } from '../../list/export-menu.tsx';
import { BookingId } from '../../list/list-columns.tsx';
import { isDateRangeReversed, type ListDays } from '../../list/list-url.ts';
import { DayFields, PeriodSelect } from '../../list/period-select.tsx';
import { PrintButton } from '../../list/print-button.tsx';
import { Card, Section } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorCard, RetryNote } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { MapLink } from '../../ui/place.tsx';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { DeskPage } from './desk-page.tsx';
import { hourText, mechanicName, problemText } from './emergency-labels.ts';
import { HourCharts } from './hour-charts.tsx';
import { type ReportData, reportExport, reportQuery, reportRowsQuery } from './report-queries.ts';
import { durationText, ReportTotals, StatLink, StatsTable } from './report-stats.tsx';
import { type ReportSelection, readReportSearch, reportDays, requestedDays } from './roadside-urls.ts';

const route = getRouteApi('/signed-in/roadside/report');

/** Report on the desk's performance by phase, hour and area (ROAD-07). */
export function ReportScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // Without dates in the URL, the report covers the last 30 days. Fields that the user has emptied stay open for
  // other dates.
  const [areFieldsOpen, setAreFieldsOpen] = useState(false);
  const view = reportDays(search, areFieldsOpen);
  const days = requestedDays(search);
  const isReversed = isDateRangeReversed(view);
  const query = useQuery({ ...reportQuery(days), enabled: !isReversed });
  const failure = useFailedLoad(query, t('Failed to load the report'));
  const report = query.data;
  const setDays = (changed: Partial<ListDays>) =>
    void navigate({ search: readReportSearch({ ...view, ...changed }), resetScroll: false });
  const { figure } = search;
  return (
    <DeskPage
      title={t('Roadside report')}
      subtitle={daysText(days)}
      actions={
        <span data-unprinted="" className="flex flex-wrap gap-2">
          <PeriodSelect
            label={t('Period')}
            view={view}
            hasAny={false}
            onDays={setDays}
            onBetween={(isWanted) => {
              setAreFieldsOpen(isWanted);
              if (isWanted) setDays({ period: null, ...days });
            }}
          />
          <ExportMenu list={reportExport(days, {})} total={report?.total.emergencies} />
        </span>
      }
    >
      {view.period === null && (
        <DayFields
          label={t('Days of the report')}
          view={view}
          onDays={(changed) => {
            setAreFieldsOpen(true);
            setDays(changed);
          }}
        />
      )}
      {failure && <ErrorCard title={t('Error Loading Report')} {...failure} />}
      {failure === null && !report && !isReversed && <ReportSkeleton />}
      {report && report.total.emergencies === 0 && (
        <Card>
          <EmptyState icon={<ChartNoAxesColumn className="size-5" />} title={t('No emergencies on these days')} />
        </Card>
      )}
      {report && report.total.emergencies > 0 && <Report report={report} />}
      {figure !== undefined && (
        <ReportRows
          days={days}
          of={{ ...search, figure }}
          areaName={report?.areas.find(({ area }) => area === search.area)?.place ?? null}
          onClose={() => void navigate({ search: readReportSearch({ ...view }), resetScroll: false })}
        />
      )}
    </DeskPage>
  );
}

/** Returns the title: "Emergencies from 1 Nov 2026 to 5 Nov 2026" */
function daysText({ from: first, to: last }: ReturnType<typeof requestedDays>): string {
  const from = first === null ? '' : formatDay(first);
  const to = last === null ? '' : formatDay(last);
  if (first !== null && last !== null)
    return first === last
      ? t('Emergencies on {day}', { day: from })
      : t('Emergencies from {from} to {to}', { from, to });
  if (first !== null) return t('Emergencies from {from}', { from });
  return last === null ? t('Emergencies at any time') : t('Emergencies at any time to {to}', { to });
}

/** Returns the common name of the business time zone. */
const zoneName = () => (config().timeZone === 'Asia/Kolkata' ? 'IST' : config().timeZone);

function Report({ report }: { report: ReportData }) {
  const { total, hours, areas, cancellations, notComing, previous, targets } = report;
  return (
    <>
      <ReportTotals total={total} targets={targets} />
      <Section
        title={t('By hour')}
        description={t('By hour of day ({zone}), compared with {from} to {to}.', {
          zone: zoneName(),
          from: formatDay(previous.from),
          to: formatDay(previous.to),
        })}
      >
        <HourCharts report={report} />
        <StatsTable
          caption={t('By hour')}
          first={t('Hour')}
          rows={hours
            .filter(({ emergencies }) => emergencies > 0)
            .map(({ hour, ...stats }) => ({
              key: String(hour),
              name: hourText(hour),
              head: (
                <span translate="no" className="numeric">
                  {hourText(hour)}
                </span>
              ),
              of: { hour },
              stats,
            }))}
        />
      </Section>
      <Section title={t('By area')} description={t('Areas of about 11 km, busiest first.')}>
        <StatsTable
          caption={t('By area')}
          first={t('Area')}
          rows={areas.map(({ area, centre, place, ...stats }) => ({
            key: area,
            name: area === NO_AREA ? t('without a place') : (place ?? area),
            head: centre ? (
              <>
                {place !== null && (
                  <span translate="no" className="block">
                    {place}
                  </span>
                )}
                <span className="numeric text-xs">
                  <MapLink {...centre}>{area}</MapLink>
                </span>
              </>
            ) : (
              t('Without a place')
            ),
            of: { area },
            stats,
          }))}
        />
      </Section>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <Section title={t('Cancellations')} description={t('By the reason given here.')}>
          <Counts
            label={t('Cancellations')}
            none={t('No emergencies were cancelled.')}
            rows={cancellations.map(({ reason, count }) => ({
              key: reason,
              name: reason === NO_REASON ? t('No reason given') : reason,
              link: (
                <StatLink figure="cancelled" reason={reason} label={t('Cancelled: {reason}', { reason })}>
                  {formatCount(count)}
                </StatLink>
              ),
            }))}
          />
        </Section>
        <Section
          title={t('Mechanics who did not arrive')}
          description={t('Requested or accepted, but another mechanic came or no one came.')}
        >
          <Counts
            label={t('Mechanics who did not arrive')}
            none={t('Every requested mechanic arrived.')}
            rows={notComing.flatMap(({ mechanic, count }) =>
              mechanic?.id
                ? [
                    {
                      key: mechanic.id,
                      name: mechanicName(mechanic),
                      link: (
                        <StatLink
                          figure="not_come"
                          mechanic={mechanic.id}
                          label={t('{mechanic} did not arrive', { mechanic: mechanicName(mechanic) })}
                        >
                          {formatCount(count)}
                        </StatLink>
                      ),
                    },
                  ]
                : [],
            )}
          />
        </Section>
      </div>
    </>
  );
}

interface CountsProps {
  label: string;
  none: string;
  rows: readonly { readonly key: string; readonly name: string; readonly link: ReactNode }[];
}

function Counts({ label, none, rows }: CountsProps) {
  if (rows.length === 0) return <p className="px-5 py-4 text-ink-soft">{none}</p>;
  return (
    <ul aria-label={label} className="px-5 py-2">
      {rows.map(({ key, name, link }) => (
        <li
          key={key}
          className="flex items-baseline justify-between gap-4 border-t border-line py-2 first:border-t-0"
        >
          <span translate="no" className="min-w-0 wrap-anywhere">
            {name}
          </span>
          <span className="font-semibold">{link}</span>
        </li>
      ))}
    </ul>
  );
}

const ReportSkeleton = () => (
  <div role="status" aria-label={t('Loading the report')} className="grid gap-5">
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {['claim', 'assign', 'arrive', 'counts'].map((card) => (
        <Card key={card} className="h-36 p-4">
          <Skeleton className="h-4 w-24" />
        </Card>
      ))}
    </div>
    <Card className="h-80 p-5">
      <Skeleton className="h-5 w-32" />
    </Card>
  </div>
);

const TITLES: Readonly<Record<ReportStat, Message>> = {
  emergencies: msg('Emergencies'),
  claim: msg('Claimed'),
  assign: msg('Assigned'),
  arrive: msg('On site'),
  claim_in_time: msg('Claimed in time'),
  assign_in_time: msg('Assigned in time'),
  arrive_in_time: msg('On site in time'),
  lapses: msg('Expired claims'),
  cancelled: msg('Cancelled'),
  not_come: msg('Mechanics who did not arrive'),
};

const COLUMNS: readonly SmallColumn<ReportRow>[] = [
  { header: msg('Called at'), cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    header: msg('Problem'),
    cell: (row) => <span className="block max-w-56 truncate">{problemText(row)}</span>,
  },
  { header: msg('Customer'), isName: true, cell: ({ customer }) => customer?.name?.trim() || notAvailable() },
  {
    header: msg('Mechanic'),
    isName: true,
    cell: ({ mechanic }) => (mechanic ? mechanicName(mechanic) : notAvailable()),
  },
  {
    header: msg('Place'),
    isName: true,
    cell: ({ place, area }) => placeText(place ?? (area === NO_AREA ? '–' : area)),
  },
  { header: msg('Claimed'), align: 'end', cell: ({ claimSeconds }) => durationText(claimSeconds) },
  { header: msg('Assigned'), align: 'end', cell: ({ assignSeconds }) => durationText(assignSeconds) },
  { header: msg('On site'), align: 'end', cell: ({ arriveSeconds }) => durationText(arriveSeconds) },
  { header: msg('Expired claims'), align: 'end', cell: ({ lapses }) => formatCount(lapses) },
  { header: msg('Cancelled'), cell: ({ isCancelled, reason }) => (isCancelled ? (reason ?? t('Yes')) : '–') },
  {
    header: msg('Did not arrive'),
    isName: true,
    cell: ({ notCome }) => notCome.map(mechanicName).join(', ') || '–',
  },
  { header: msg('Booking'), isMain: true, cell: ({ id }) => <BookingId id={id} /> },
];

interface ReportRowsProps {
  days: ReturnType<typeof requestedDays>;
  of: ReportSelection & { readonly figure: ReportStat };
  areaName: string | null;
  onClose: () => void;
}

/** The emergencies behind a stat (ROAD-07). */
function ReportRows({ days, of, areaName, onClose }: ReportRowsProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(reportRowsQuery(days, of, page));
  const failure = useFailedLoad(query, t('Failed to load the emergencies'));
  const { data } = query;
  const scope = [
    of.hour === undefined ? null : hourText(of.hour),
    of.area === undefined
      ? null
      : t('area {area}', { area: areaName === null ? of.area : `${areaName} (${of.area})` }),
    of.reason ?? null,
  ].filter((part) => part !== null);
  return (
    <Dialog
      title={t(TITLES[of.figure]) + (data?.total === undefined ? '' : ` (${formatCount(data.total)})`)}
      description={scope.length > 0 ? scope.join(', ') : undefined}
      size="steady"
      isText
      headerActions={
        <>
          <ExportMenu list={reportExport(days, of)} total={data?.total} hasPrint={false} />
          <PrintButton />
        </>
      }
      onClose={onClose}
      footer={
        data && (
          <Pagination
            label={t('Pages of emergencies')}
            page={page}
            pageCount={data.pageCount ?? 1}
            renderLink={(to, props) => <button type="button" onClick={() => setPage(to)} {...props} />}
          />
        )
      }
    >
      {failure === null ? (
        <SmallTable
          caption={t(TITLES[of.figure])}
          columns={COLUMNS}
          rows={data?.rows}
          keyOf={({ id }) => id}
          empty={t('They no longer exist.')}
        />
      ) : (
        <RetryNote {...failure} />
      )}
    </Dialog>
  );
}
