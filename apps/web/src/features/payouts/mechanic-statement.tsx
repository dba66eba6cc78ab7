import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getStatement, type StatementLine } from '@wayside/contract/payouts-ledger';
import { PAGE_SIZE } from '@wayside/contract/wire/page-size';
import { useState } from 'react';
import { type Message, msg, t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { loadAllPages, MAX_ROWS } from '../../lib/call-page.ts';
import { formatColumnRupees, formatCount, formatDate, formatDay } from '../../lib/format.ts';
import { queryClient, UNCACHED_OPTIONS } from '../../lib/query-client.ts';
import { BALANCE_KEYS } from '../../lib/record-keys.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { usePrintedQuery } from '../../list/printed-query.ts';
import { ErrorCard } from '../../ui/error-card.tsx';
import { PageSteps } from '../../ui/pagination.tsx';
import { usePrinting } from '../../ui/printing.ts';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { daysText, entryKind, type StatementDays, sourceCell } from './payout-columns.tsx';

const statementQuery = (id: string, { from, to }: StatementDays, page: number, limit: number) =>
  queryOptions({
    ...UNCACHED_OPTIONS,
    placeholderData: keepPreviousData,
    queryKey: [BALANCE_KEYS.statement, id, from, to, page, limit],
    queryFn: ({ signal }) => call(getStatement, { params: { id }, query: { page, limit, from, to }, signal }),
  });

/** An entry, or the balance before the first or after the last entry. */
interface Row {
  readonly label: string;
  readonly line: StatementLine | null;
  readonly balancePaise: number;
}

const amountColumn = (header: Message, read: (line: StatementLine) => number): SmallColumn<Row> => ({
  header,
  align: 'end',
  cell: ({ line }) => line && formatColumnRupees(read(line)),
});

const optionalAmountColumn = (header: Message, read: (line: StatementLine) => number): SmallColumn<Row> => ({
  header,
  align: 'end',
  cell: ({ line }) => line && (line.entry.grossPaise === 0 ? '–' : formatColumnRupees(read(line))),
});

const COLUMNS: readonly SmallColumn<Row>[] = [
  { header: msg('Date'), cell: ({ line }) => line && <BooksDate line={line} /> },
  {
    header: msg('Entry'),
    cell: ({ label, line }) => (line ? label : <strong className="font-semibold">{label}</strong>),
  },
  { header: msg('Reference'), cell: ({ line }) => line && <Source line={line} /> },
  optionalAmountColumn(msg('Gross'), ({ entry }) => entry.grossPaise),
  optionalAmountColumn(msg('Commission'), ({ entry }) => entry.commissionPaise),
  optionalAmountColumn(msg('Fee'), ({ entry }) => entry.platformFeePaise),
  amountColumn(msg('Change'), ({ entry }) => entry.balancePaise),
  {
    header: msg('Balance'),
    align: 'end',
    isMain: true,
    cell: ({ line, balancePaise }) => (
      <span className={line ? '' : 'font-semibold'}>{formatColumnRupees(balancePaise)}</span>
    ),
  },
];

/** The day of the books and, if it differs, the day that the entry is about (CLOS-01). */
function BooksDate({ line: { bookedAt, aboutDay } }: { line: StatementLine }) {
  if (aboutDay === null) return formatDate(bookedAt);
  return (
    <>
      {formatDate(bookedAt)}
      <span className="block text-xs text-ink-soft">{t('about {date}', { date: formatDay(aboutDay) })}</span>
    </>
  );
}

const Source = ({ line: { entry } }: { line: StatementLine }) =>
  entry.transactionId ? (
    <span className="font-mono wrap-anywhere print:whitespace-normal">{entry.transactionId}</span>
  ) : (
    sourceCell(entry)
  );

/**
 * Returns the entries of a page; the first page begins with the opening balance and the last page ends with the
 * closing balance.
 */
function rowsOf(
  found: { readonly rows: readonly StatementLine[]; readonly openingPaise: number; readonly closingPaise: number },
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): readonly Row[] {
  return [
    ...(isFirst ? [{ label: t('Opening balance'), line: null, balancePaise: found.openingPaise }] : []),
    ...found.rows.map((line) => ({ label: entryKind(line.entry), line, balancePaise: line.balancePaise })),
    ...(isLast ? [{ label: t('Closing balance'), line: null, balancePaise: found.closingPaise }] : []),
  ];
}

/** Statements with more pages load completely only with the Print button. */
const MAX_PAGES_AHEAD = 100;
const pagesOf = (found: { readonly pageCount: number } | undefined) =>
  found === undefined || found.pageCount > MAX_PAGES_AHEAD ? 0 : found.pageCount;

interface MechanicStatementProps {
  mechanicId: string;
  days: StatementDays;
  onClose: () => void;
}

/** A mechanic's earnings and payments in a period, between the opening and the closing balance (CLOS-02). */
export function MechanicStatement({ mechanicId, days }: MechanicStatementProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(statementQuery(mechanicId, days, page, PAGE_SIZE));
  const failure = useFailedLoad(query, t('Failed to load the statement. Please try again.'));
  const printing = usePrinting();
  // A printed statement has every entry (VIEW-09).
  const whole = usePrintedQuery(
    ['statement', mechanicId, days.from, days.to],
    () => loadAllPages((each) => queryClient.fetchQuery(statementQuery(mechanicId, days, each, MAX_ROWS))),
    // Loads short statements in advance, because the browser's print command does not wait.
    printing === 'whole' || pagesOf(query.data) > 1,
  );
  const { data } = query;
  const all = printing === null ? undefined : whole;
  const rows =
    data &&
    (all
      ? rowsOf({ ...data, rows: all }, { isFirst: true, isLast: true })
      : rowsOf(data, { isFirst: data.page === 1, isLast: data.page >= data.pageCount }));
  return (
    <section aria-label={t('Statement')} className="grid gap-1">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">
          {t('Statement, {days}', { days: daysText(days) })}
          {data && (
            <span translate="no" className="numeric text-ink-faint">
              {' '}
              ({formatCount(data.total)})
            </span>
          )}
        </h3>
        {data && <PageSteps page={page} pageCount={data.pageCount} label={t('Statement pages')} onPage={setPage} />}
      </div>
      {failure !== null && !data ? (
        <ErrorCard title={t('Error Loading Statement')} {...failure} />
      ) : (
        <SmallTable
          caption={t('Statement')}
          columns={COLUMNS}
          rows={rows}
          keyOf={({ line, label }) => line?.entry.id ?? label}
          empty={t('There are no entries.')}
        />
      )}
    </section>
  );
}
