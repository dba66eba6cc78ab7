import type { getDashboard } from '@wayside/contract/dashboard';
import type { ResponseOf } from '@wayside/contract/wire/endpoint';
import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import { formatCount, formatRupees, orNotAvailable, PAISE_PER_RUPEE } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { BarChart, type ChartPoint, LineChart } from './plots.tsx';

const compactCount = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 });
const compactRupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** The weekday names that our server sends. */
const DAYS: Readonly<Record<string, Message>> = {
  Mon: msg('Mon'),
  Tue: msg('Tue'),
  Wed: msg('Wed'),
  Thu: msg('Thu'),
  Fri: msg('Fri'),
  Sat: msg('Sat'),
  Sun: msg('Sun'),
};

const dayText = (day: string | null): string => t(lookUp(DAYS, day ?? '') ?? verbatim(orNotAvailable(day)));

/** The charts Daily Bookings and Daily Earnings (DASH-03, DASH-04). */
export function Charts({ charts }: { charts: ResponseOf<typeof getDashboard>['charts'] }) {
  const bookings: ChartPoint[] = (charts?.bookings ?? []).map(({ day, bookings: value }) => ({
    day: dayText(day),
    value: value ?? 0,
    label: formatCount(value),
  }));
  const earnings: ChartPoint[] = (charts?.earnings ?? []).map(({ day, amountRupees: value }) => ({
    day: dayText(day),
    value: value ?? 0,
    label: formatRupees((value ?? 0) * PAISE_PER_RUPEE),
  }));
  return (
    <>
      <ChartCard
        title={t('Daily Bookings')}
        measure={t('Bookings')}
        points={bookings}
        chart={<BarChart points={bookings} format={(value) => compactCount.format(value)} />}
      />
      <ChartCard
        title={t('Daily Earnings')}
        measure={t('Amount')}
        points={earnings}
        chart={<LineChart points={earnings} format={(value) => compactRupees.format(value)} />}
      />
    </>
  );
}

const SHAPE = 'grid grid-rows-[auto_1fr] gap-4 p-4 h-84';

interface ChartCardProps {
  title: string;
  measure: string;
  points: readonly ChartPoint[];
  chart: ReactNode;
}

/** A chart with a title and a button that shows its values as a table. Screen readers always read the table. */
function ChartCard({ title, measure, points, chart }: ChartCardProps) {
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  return (
    <Card className={SHAPE} role="region" aria-labelledby={id}>
      <div className="flex items-start justify-between gap-3">
        <div>
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          <p className="text-xs text-ink-faint">{t('Last 7 days')}</p>
        </div>
        <IconButton
          label={isTable ? t('Show {title} as a chart', { title }) : t('Show {title} as a table', { title })}
          icon={isTable ? <ChartColumn className="size-4" /> : <Table2 className="size-4" />}
          onClick={() => setIsTable(!isTable)}
        />
      </div>
      {!isTable && (
        <div aria-hidden="true" translate="no" className="min-h-0">
          {points.length > 0 ? (
            chart
          ) : (
            <p className="grid h-full place-items-center text-ink-soft">{t('No data for these days')}</p>
          )}
        </div>
      )}
      <div className={isTable ? 'min-h-0 overflow-y-auto' : 'sr-only'}>
        <ChartTable title={title} measure={measure} points={points} />
      </div>
    </Card>
  );
}

function ChartTable({ title, measure, points }: Omit<ChartCardProps, 'chart'>) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t('{title}, last 7 days', { title })}</caption>
      <thead>
        <tr className="text-xs text-ink-faint">
          <th scope="col" className="py-1 text-left font-medium">
            {t('Day')}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {measure}
          </th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ day, label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a provider may send a day twice
          <tr key={index} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-normal">
              {day}
            </th>
            <td translate="no" className="numeric py-1 text-right font-medium">
              {label}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ChartCardSkeleton() {
  return (
    <Card className={SHAPE}>
      <div className="grid gap-2">
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="h-3 w-1/5" />
      </div>
      <div className="flex items-end gap-3">
        {['h-1/2', 'h-2/3', 'h-1/3', 'h-3/4', 'h-1/2', 'h-5/6', 'h-2/5'].map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <Skeleton key={index} className={`flex-1 ${height}`} />
        ))}
      </div>
    </Card>
  );
}
