import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RunPayee, RunPreview } from '@wayside/contract/payment-runs';
import { useId, useState } from 'react';
import { formatColumnRupees, formatCount, orNotAvailable } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { addDevanagari } from '../../ui/devanagari-font.ts';
import { RetryNote } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { PageSteps } from '../../ui/pagination.tsx';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { PHONE, useMediaQuery } from '../../ui/use-media-query.ts';
import { preferredMethodLabel } from '../people/bank-labels.ts';
import { modeLabel } from './run-labels.ts';

interface RunPreviewProps {
  query: UseQueryResult<RunPreview>;
  profiles: UseQueryResult<unknown>;
}

/** The payments of the new run, and the mechanics who are excluded. */
export function RunPreviewTables({ query, profiles }: RunPreviewProps) {
  const { data } = query;
  const isPhone = useMediaQuery(PHONE);
  const failed = profiles.isError ? profiles : query;
  const failure = useFailedLoad(failed, 'Failed to load the payments of the run');
  if (failure) return <RetryNote {...failure} />;
  if (!data)
    return (
      <div role="status" aria-label="Loading the payments of the run" className="grid gap-3">
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-40 w-full" />
      </div>
    );
  return (
    <>
      {data.needsApproval && (
        <p className="rounded-md bg-info-soft px-3 py-2 text-info-text">
          Another person must approve this run before its file can be created.
        </p>
      )}
      <Payees
        title="In the run"
        payees={data.payees}
        columns={isPhone ? PAID_COLUMNS_OF_PHONE : PAID_COLUMNS}
        empty="No mechanic can be paid."
      />
      {data.excluded.length > 0 && (
        <Payees
          title="Excluded"
          payees={data.excluded}
          columns={isPhone ? EXCLUDED_COLUMNS_OF_PHONE : EXCLUDED_COLUMNS}
          empty=""
        />
      )}
    </>
  );
}

// Names in Devanagari, on the screen and printed.
addDevanagari();

const NAME_COLUMN: SmallColumn<RunPayee> = {
  header: 'Mechanic',
  cell: ({ mechanicId, name }) => (
    <Link to="/mechanics" search={{ mechanic: mechanicId }} target="_blank" className="link">
      {orNotAvailable(name)}
    </Link>
  ),
};
const AMOUNT_COLUMN: SmallColumn<RunPayee> = {
  header: 'Amount',
  align: 'end',
  isMain: true,
  cell: ({ amountPaise }) => formatColumnRupees(amountPaise),
};

const PAID_COLUMNS: readonly SmallColumn<RunPayee>[] = [
  NAME_COLUMN,
  {
    header: 'Account or UPI ID',
    cell: ({ destination }) => (
      <span translate="no" className="numeric">
        {orNotAvailable(destination)}
      </span>
    ),
  },
  { header: 'IFSC', cell: ({ ifsc }) => <span className="font-mono">{ifsc ?? '–'}</span> },
  { header: 'Mode', cell: ({ mode }) => modeLabel(mode) },
  { header: 'Preferred method', cell: ({ preferredMethod }) => preferredMethodLabel(preferredMethod) },
  AMOUNT_COLUMN,
];

const EXCLUDED_COLUMNS: readonly SmallColumn<RunPayee>[] = [
  NAME_COLUMN,
  { header: 'Reason', cell: ({ issue }) => <span className="block py-2 whitespace-normal">{issue}</span> },
  AMOUNT_COLUMN,
];

/** The columns of a phone: everything of a payment below the name. @param details below the name */
const columnsOfPhone = (details: (payee: RunPayee) => string): readonly SmallColumn<RunPayee>[] => [
  {
    header: NAME_COLUMN.header,
    cell: (payee) => (
      <div className="grid gap-1 py-2 whitespace-normal">
        {NAME_COLUMN.cell(payee)}
        <span translate="no" className="numeric text-xs wrap-anywhere text-ink-soft">
          {details(payee)}
        </span>
      </div>
    ),
  },
  AMOUNT_COLUMN,
];
const PAID_COLUMNS_OF_PHONE = columnsOfPhone(({ destination, ifsc, mode }) =>
  [destination, ifsc, modeLabel(mode)].filter((text) => text !== null).join(' · '),
);
const EXCLUDED_COLUMNS_OF_PHONE = columnsOfPhone(({ issue }) => issue ?? '');

interface PayeesProps {
  title: string;
  payees: readonly RunPayee[];
  columns: readonly SmallColumn<RunPayee>[];
  empty: string;
}

const ROWS = 10;

/** A table of mechanics, page by page. */
function Payees({ title, payees, columns, empty }: PayeesProps) {
  const [page, setPage] = useState(1);
  const id = useId();
  const pageCount = Math.max(Math.ceil(payees.length / ROWS), 1);
  const shown = Math.min(page, pageCount);
  return (
    <section aria-labelledby={id} className="grid gap-1">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h3 id={id} className="font-semibold">
          {title}{' '}
          <span translate="no" className="numeric text-ink-faint">
            ({formatCount(payees.length)})
          </span>
        </h3>
        <PageSteps page={shown} pageCount={pageCount} label={`${title} pages`} onPage={setPage} />
      </div>
      <SmallTable
        caption={title}
        columns={columns}
        rows={payees.slice((shown - 1) * ROWS, shown * ROWS)}
        keyOf={({ mechanicId }) => mechanicId}
        empty={empty}
      />
    </section>
  );
}
