import type { getDashboard } from '@wayside/contract/dashboard';
import type { AnswerOf } from '@wayside/contract/wire/endpoint';
import { formatCount, formatRupees, orNotAvailable } from '../../lib/format.ts';
import { BarChart } from './bar-chart.tsx';
import { ChartCard, type ChartPoint } from './chart-card.tsx';
import { LineChart } from './line-chart.tsx';

const PAISE_PER_RUPEE = 100;
const compactCount = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 });
const compactRupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** Daily Bookings and Daily Earnings (DASH-03, DASH-04). */
export function Charts({ charts }: { charts: AnswerOf<typeof getDashboard>['charts'] }) {
  const bookings: ChartPoint[] = (charts?.bookings ?? []).map(({ day, bookings: value }) => ({
    day: orNotAvailable(day),
    value: value ?? 0,
    label: formatCount(value),
  }));
  const earnings: ChartPoint[] = (charts?.earnings ?? []).map(({ day, amountRupees: value }) => ({
    day: orNotAvailable(day),
    value: value ?? 0,
    label: formatRupees((value ?? 0) * PAISE_PER_RUPEE),
  }));
  return (
    <>
      <ChartCard
        title="Daily Bookings"
        measure="Bookings"
        points={bookings}
        chart={<BarChart points={bookings} format={(value) => compactCount.format(value)} />}
      />
      <ChartCard
        title="Daily Earnings"
        measure="Amount"
        points={earnings}
        chart={<LineChart points={earnings} format={(value) => compactRupees.format(value)} />}
      />
    </>
  );
}
