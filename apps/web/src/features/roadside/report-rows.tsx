import { useQuery } from '@tanstack/react-query';
import { NO_AREA, type ReportRow } from '@wayside/contract/roadside-report';
import type { ReportFigure } from '@wayside/contract/roadside-states';
import { useState } from 'react';
import { formatCount, formatDateTime, NOT_AVAILABLE } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { ExportMenu } from '../../list/export-menu.tsx';
import { PrintButton } from '../../list/print-button.tsx';
import { BookingId } from '../../list/record-links.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { hourText, mechanicName, problemText } from './emergency-labels.ts';
import { exportOf, reportRowsQuery } from './report-queries.ts';
import type { askedDays, FigureOf } from './report-url.ts';
import { durationText } from './stats-table.tsx';

const TITLES: Readonly<Record<ReportFigure, string>> = {
  emergencies: 'Emergencies',
  claim: 'Claimed',
  assign: 'Assigned',
  arrive: 'On site',
  claim_in_time: 'Claimed in time',
  assign_in_time: 'Assigned in time',
  arrive_in_time: 'On site in time',
  lapses: 'Expired claims',
  cancelled: 'Cancelled',
  not_come: 'Mechanics who did not come',
};

const COLUMNS: readonly SmallColumn<ReportRow>[] = [
  { header: 'Called at', cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    header: 'Problem',
    cell: (row) => <span className="block max-w-56 truncate">{problemText(row)}</span>,
  },
  { header: 'Customer', isName: true, cell: ({ customer }) => customer?.name?.trim() || NOT_AVAILABLE },
  { header: 'Mechanic', isName: true, cell: ({ mechanic }) => (mechanic ? mechanicName(mechanic) : NOT_AVAILABLE) },
  { header: 'Place', isName: true, cell: ({ place, area }) => place ?? (area === NO_AREA ? '–' : area) },
  { header: 'Claimed', align: 'end', cell: ({ claimSeconds }) => durationText(claimSeconds) },
  { header: 'Assigned', align: 'end', cell: ({ assignSeconds }) => durationText(assignSeconds) },
  { header: 'On site', align: 'end', cell: ({ arriveSeconds }) => durationText(arriveSeconds) },
  { header: 'Expired claims', align: 'end', cell: ({ lapses }) => formatCount(lapses) },
  { header: 'Cancelled', cell: ({ isCancelled, reason }) => (isCancelled ? (reason ?? 'Yes') : '–') },
  { header: 'Did not come', isName: true, cell: ({ notCome }) => notCome.map(mechanicName).join(', ') || '–' },
  { header: 'Booking', isMain: true, cell: ({ id }) => <BookingId id={id} /> },
];

interface ReportRowsProps {
  days: ReturnType<typeof askedDays>;
  of: FigureOf & { readonly figure: ReportFigure };
  /** What people call the area. */
  areaName: string | null;
  onClose: () => void;
}

/** The emergencies behind a figure of the report (ROAD-07). */
export function ReportRows({ days, of, areaName, onClose }: ReportRowsProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(reportRowsQuery(days, of, page));
  const failure = useFailedLoad(query, 'Failed to load the emergencies');
  const { data } = query;
  const scope = [
    of.hour === undefined ? null : hourText(of.hour),
    of.area === undefined ? null : `area ${areaName === null ? of.area : `${areaName} (${of.area})`}`,
    of.reason ?? null,
  ].filter((part) => part !== null);
  return (
    <Dialog
      title={TITLES[of.figure] + (data?.total === undefined ? '' : ` (${formatCount(data.total)})`)}
      description={scope.length > 0 ? scope.join(', ') : undefined}
      size="steady"
      isText
      headerActions={
        <>
          <ExportMenu list={exportOf(days, of)} total={data?.total} hasPrint={false} />
          <PrintButton />
        </>
      }
      onClose={onClose}
      footer={
        data && (
          <Pagination
            label="Pages of emergencies"
            page={page}
            pageCount={data.pageCount ?? 1}
            renderLink={(to, props) => <button type="button" onClick={() => setPage(to)} {...props} />}
          />
        )
      }
    >
      {failure === null ? (
        <SmallTable
          caption={TITLES[of.figure]}
          columns={COLUMNS}
          rows={data?.rows}
          keyOf={({ id }) => id}
          empty="There are none any more."
        />
      ) : (
        <RetryNote {...failure} />
      )}
    </Dialog>
  );
}
