import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getStatement, type StatementLine } from '@wayside/contract/payouts-statement';
import { PAGE_SIZE } from '@wayside/contract/wire/page-size';
import { useState } from 'react';
import { allPages, MOST_ROWS } from '../../lib/all-pages.ts';
import { call } from '../../lib/api.ts';
import { formatColumnRupees, formatCount, formatDate, formatDay } from '../../lib/format.ts';
import { NOT_CACHED, queryClient } from '../../lib/query-client.ts';
import { BALANCE_KEYS } from '../../lib/record-keys.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { addDevanagari } from '../../ui/devanagari-font.ts';
import { ErrorCard } from '../../ui/error-card.tsx';
import { PageSteps } from '../../ui/pagination.tsx';
import { usePrinting } from '../../ui/printing.ts';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { entryKind, sourceCell } from './payout-columns.tsx';

interface StatementDays {
  /** Days of the business, both included; null where open. */
  readonly from: string | null;
  readonly to: string | null;
}

/** A page of the statement of one mechanic (CLOS-02). */
const statementQuery = (id: string, { from, to }: StatementDays, page: number, limit: number) =>
  queryOptions({
    ...NOT_CACHED,
    placeholderData: keepPreviousData,
    queryKey: [BALANCE_KEYS.statement, id, from, to, page, limit],
    queryFn: ({ signal }) => call(getStatement, { params: { id }, query: { page, limit, from, to }, signal }),
  });

addDevanagari();

/** A line of the ledger, or the balance before the first or after the last one. */
interface Row {
  readonly label: string;
  readonly line: StatementLine | null;
  readonly balancePaise: number;
}

const money = (header: string, read: (line: StatementLine) => number): SmallColumn<Row> => ({
  header,
  align: 'end',
  cell: ({ line }) => line && formatColumnRupees(read(line)),
});

/** A part of an earning; a payout, a void or an adjustment has none. */
const part = (header: string, read: (line: StatementLine) => number): SmallColumn<Row> => ({
  header,
  align: 'end',
  cell: ({ line }) => line && (line.entry.grossPaise === 0 ? '–' : formatColumnRupees(read(line))),
});

const COLUMNS: readonly SmallColumn<Row>[] = [
  { header: 'Date', cell: ({ line }) => line && <BooksDate line={line} /> },
  {
    header: 'Entry',
    cell: ({ label, line }) => (line ? label : <strong className="font-semibold">{label}</strong>),
  },
  { header: 'Reference', cell: ({ line }) => line && <Source line={line} /> },
  part('Gross', ({ entry }) => entry.grossPaise),
  part('Commission', ({ entry }) => entry.commissionPaise),
  part('Fee', ({ entry }) => entry.platformFeePaise),
  money('Change', ({ entry }) => entry.balancePaise),
  {
    header: 'Balance',
    align: 'end',
    isMain: true,
    cell: ({ line, balancePaise }) => (
      <span className={line ? '' : 'font-semibold'}>{formatColumnRupees(balancePaise)}</span>
    ),
  },
];

/** The day of the books; of an entry that is about another day, that one too (CLOS-01). */
function BooksDate({ line: { bookedAt, aboutDay } }: { line: StatementLine }) {
  if (aboutDay === null) return formatDate(bookedAt);
  return (
    <>
      {formatDate(bookedAt)}
      <span className="block text-xs text-ink-soft">about {formatDay(aboutDay)}</span>
    </>
  );
}

const Source = ({ line: { entry } }: { line: StatementLine }) =>
  entry.transactionId ? (
    <span className="font-mono wrap-anywhere print:whitespace-normal">{entry.transactionId}</span>
  ) : (
    sourceCell(entry)
  );

/** The lines between the balances at both ends, as far as these are on the page. */
function rowsOf(
  found: { readonly rows: readonly StatementLine[]; readonly openingPaise: number; readonly closingPaise: number },
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): readonly Row[] {
  return [
    ...(isFirst ? [{ label: 'Opening balance', line: null, balancePaise: found.openingPaise }] : []),
    ...found.rows.map((line) => ({ label: entryKind(line.entry), line, balancePaise: line.balancePaise })),
    ...(isLast ? [{ label: 'Closing balance', line: null, balancePaise: found.closingPaise }] : []),
  ];
}

/** A longer statement is loaded whole only by the Print button. */
const MOST_PAGES_AHEAD = 100;
const pagesOf = (found: { readonly pageCount: number } | undefined) =>
  found === undefined || found.pageCount > MOST_PAGES_AHEAD ? 0 : found.pageCount;

export interface MechanicStatementProps {
  mechanicId: string;
  days: StatementDays;
  onClose: () => void;
}

/** What a mechanic has earned and was paid in some days, between the balances before and after them (CLOS-02). */
export function MechanicStatement({ mechanicId, days }: MechanicStatementProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(statementQuery(mechanicId, days, page, PAGE_SIZE));
  const failure = useFailedLoad(query, 'Failed to load the statement. Please try again.');
  const printing = usePrinting();
  // A printed statement has every entry (VIEW-09).
  const whole = useQuery({
    ...NOT_CACHED,
    queryKey: ['printed', 'statement', mechanicId, days.from, days.to],
    // The browser's own print command waits for nothing: a statement of some pages is there before it.
    enabled: printing === 'whole' || pagesOf(query.data) > 1,
    queryFn: () => allPages((each) => queryClient.fetchQuery(statementQuery(mechanicId, days, each, MOST_ROWS))),
  });
  const { data } = query;
  const all = printing === null ? undefined : whole.data;
  const rows =
    data &&
    (all
      ? rowsOf({ ...data, rows: all }, { isFirst: true, isLast: true })
      : rowsOf(data, { isFirst: data.page === 1, isLast: data.page >= data.pageCount }));
  return (
    <section aria-label="Statement" className="grid gap-1">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">
          Statement, {daysText(days)}
          {data && (
            <span translate="no" className="numeric text-ink-faint">
              {' '}
              ({formatCount(data.total)})
            </span>
          )}
        </h3>
        {data && <PageSteps page={page} pageCount={data.pageCount} label="Statement pages" onPage={setPage} />}
      </div>
      {failure !== null && !data ? (
        <ErrorCard title="Error Loading Statement" {...failure} />
      ) : (
        <SmallTable
          caption="Statement"
          columns={COLUMNS}
          rows={rows}
          keyOf={({ line, label }) => line?.entry.id ?? label}
          empty="There are no entries."
        />
      )}
    </section>
  );
}

/** "1 Nov 2026 to 30 Nov 2026", "5 Nov 2026", "from 5 Nov 2026" */
function daysText({ from, to }: StatementDays): string {
  if (from !== null && from === to) return formatDay(from);
  if (from === null) return to === null ? 'all days' : `until ${formatDay(to)}`;
  return to === null ? `from ${formatDay(from)}` : `${formatDay(from)} to ${formatDay(to)}`;
}
