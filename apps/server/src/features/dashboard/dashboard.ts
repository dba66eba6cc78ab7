import type {
  AttentionItem,
  AttentionKind,
  getDashboard as getDashboardEndpoint,
  Stat,
} from '@wayside/contract/dashboard';
import { roleMay } from '@wayside/contract/roles';
import type { AnswerOf } from '@wayside/contract/wire/endpoint';
import type { Permission } from '@wayside/contract/wire/permissions';
import type { AppContext, Session } from '../../context.ts';
import type { Database } from '../../platform/db/database.ts';
import { ATTENTION, OLDEST_PAYOUT_DUE } from './attention-statement.ts';
import { DASHBOARD, type StatSums } from './stats-statement.ts';

/** What one must be allowed to read to be told of a kind. */
const READING: Partial<Record<AttentionKind, Permission>> = {
  payouts_due: 'payouts:read',
  approvals: 'money:move',
  payments_to_record: 'money:move',
  disagreeing_payments: 'payments:read',
  failed_notifications: 'notifications:manage',
  failing_endpoints: 'integrations:manage',
};

/** It reads two index entries of every mechanic who is owed something, and changes by days while they are as many. */
const DUE_SINCE_LIFE_MS = 60_000;
const dueSince = new WeakMap<
  Database,
  { readonly readAtMs: number; readonly count: number; readonly at: Promise<Date | null> }
>();

function oldestPayoutDue({ database, now }: AppContext, count: number): Promise<Date | null> {
  const nowMs = now().getTime();
  const known = dueSince.get(database);
  if (known?.count === count && Math.abs(nowMs - known.readAtMs) < DUE_SINCE_LIFE_MS) return known.at;
  const at = database.rows(OLDEST_PAYOUT_DUE, []).then(([found]) => found?.at ?? null);
  dueSince.set(database, { readAtMs: nowMs, count, at });
  at.catch(() => dueSince.delete(database));
  return at;
}

/** What needs somebody now, the oldest first; a kind without any is omitted (WORK-01). */
export async function getAttention(context: AppContext, { admin }: Session): Promise<AttentionItem[]> {
  const rows = await context.database.rows(ATTENTION, [context.now()]);
  const shown = rows.filter(({ kind, count }) => {
    const permission = READING[kind as AttentionKind];
    return count > 0 && (permission === undefined || roleMay(admin.role, permission));
  });
  const dated = await Promise.all(
    shown.map(async (item) => ({
      ...item,
      oldestAt: item.kind === 'payouts_due' ? await oldestPayoutDue(context, item.count) : item.oldestAt,
    })),
  );
  const timeOf = (at: Date | null) => at?.getTime() ?? Number.POSITIVE_INFINITY;
  return dated
    .toSorted((one, other) => timeOf(one.oldestAt) - timeOf(other.oldestAt))
    .map(({ oldestAt, ...item }) => ({ ...item, oldestAt: oldestAt?.toISOString() ?? null }));
}

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
  const unit = card.isMoney ? PAISE_PER_RUPEE : 1;
  return {
    title: card.title,
    icon: card.icon,
    value: sums.all / unit,
    added: sums.now / unit,
    addedBefore: sums.before / unit,
    ...changeOf(sums.now, sums.before),
  };
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
