import type { getDashboard as getDashboardEndpoint, Stat } from '@wayside/contract/dashboard';
import type { AnswerOf } from '@wayside/contract/wire/endpoint';
import type { AppContext } from '../../context.ts';
import { DASHBOARD, type StatSums } from './stats-statement.ts';

type DashboardAnswer = AnswerOf<typeof getDashboardEndpoint>;

const PAISE_PER_RUPEE = 100;

/** The cards in the order of DASH-06. */
const CARDS: Readonly<Record<string, { readonly title: string; readonly icon: string; readonly isMoney?: true }>> =
  {
    bookings: { title: 'Total Bookings', icon: 'Calendar' },
    revenue: { title: 'Total Revenue', icon: 'IndianRupee', isMoney: true },
    users: { title: 'Active Users', icon: 'Users' },
    mechanics: { title: 'Active Mechanics', icon: 'Wrench' },
    pending: { title: 'Pending Payments', icon: 'CreditCard', isMoney: true },
  };

/** "+12.5%", "-3.0%", or "N/A" where there is nothing to compare with (DASH-06). */
export function changeOf(now: number, before: number): { change: string; trend: 'up' | 'down' | 'other' } {
  if (before === 0) return { change: 'N/A', trend: 'other' };
  const percent = Math.round(((now - before) / before) * 1000) / 10;
  const change = `${percent < 0 ? '-' : '+'}${Math.abs(percent).toFixed(1)}%`;
  if (percent === 0) return { change, trend: 'other' };
  return { change, trend: percent > 0 ? 'up' : 'down' };
}

function statOf(sums: StatSums): Stat | null {
  const card = CARDS[sums.key];
  if (!card) return null;
  const value = card.isMoney ? sums.all / PAISE_PER_RUPEE : sums.all;
  return { title: card.title, icon: card.icon, value, ...changeOf(sums.now, sums.before) };
}

// Made once: a formatter takes much memory outside of the JavaScript heap, and much of the time of a call.
const weekdays = new Intl.DateTimeFormat('en-IN', { weekday: 'short', timeZone: 'UTC' });

/** "Mon" for a day of the business time zone, which is read as UTC. */
const shortWeekday = (day: string): string => weekdays.format(new Date(`${day}T00:00:00Z`));

/** The stats of the dashboard and the last seven days, oldest first (DASH-06, DASH-07). */
export async function getDashboard({ database, now }: AppContext): Promise<DashboardAnswer> {
  const [found] = await database.rows(DASHBOARD, [now()]);
  if (!found) throw new Error('the dashboard statement returned no row');
  return {
    stats: found.stats.map(statOf).filter((stat) => stat !== null),
    charts: {
      bookings: found.bookings.map(({ day, value }) => ({ day: shortWeekday(day), bookings: value })),
      earnings: found.earnings.map(({ day, value }) => ({
        day: shortWeekday(day),
        amountRupees: value / PAISE_PER_RUPEE,
      })),
    },
  };
}
