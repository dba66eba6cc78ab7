import { formatColumnRupees } from '../../lib/format.ts';
import { cn } from '../../ui/cn.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { PHONE, useMediaQuery } from '../../ui/use-media-query.ts';
import { columnsFor, type IncomeRow, NET_INCOME } from './income-columns.tsx';

interface IncomeTableProps {
  /** The newest month first, then the total. */
  rows: readonly IncomeRow[];
}

/** The income month by month; a card for each on a phone. */
export function IncomeTable({ rows }: IncomeTableProps) {
  return useMediaQuery(PHONE) ? <MonthCards rows={rows} /> : <MonthTable rows={rows} />;
}

const isTotal = ({ id }: IncomeRow) => id === 'total';

function MonthTable({ rows }: IncomeTableProps) {
  const columns = columnsFor(rows);
  return (
    <div
      role="group"
      aria-label="Income by month"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      className="overflow-x-auto px-3 -outline-offset-2"
    >
      <table className="w-full text-sm whitespace-nowrap">
        <caption className="sr-only">Income by month</caption>
        <thead>
          <tr className="text-xs text-ink-faint">
            <th scope="col" className="px-2 py-2 text-left font-medium">
              Month
            </th>
            {columns.map(({ header }) => (
              <th key={header} scope="col" className="px-2 py-2 text-right font-medium">
                {header}
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
                  key={header}
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
    <ul aria-label="Income by month">
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
                <div key={header} className="flex justify-between gap-3">
                  <dt>{header}</dt>
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

/** As high as the table that follows. */
export const IncomeSkeleton = () => (
  <div role="status" aria-label="Loading: Income by month" className="grid gap-6 px-5 py-4">
    {Array.from({ length: 13 }, (_, place) => (
      <Skeleton key={String(place)} className="h-5" />
    ))}
  </div>
);
