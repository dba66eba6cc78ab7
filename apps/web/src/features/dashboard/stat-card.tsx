import { Link, type LinkOptions, linkOptions, type RegisteredRouter } from '@tanstack/react-router';
import type { Stat } from '@wayside/contract/dashboard';
import {
  Activity,
  Calendar,
  CreditCard,
  DollarSign,
  IndianRupee,
  type LucideIcon,
  Minus,
  TrendingDown,
  TrendingUp,
  Users,
  Wrench,
} from 'lucide-react';
import { useId } from 'react';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatCount, formatRupees, orNotAvailable, PAISE_PER_RUPEE } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { defaultView } from '../../lib/saved-views.ts';
import { may } from '../../lib/session.ts';
import { ALL_ROWS } from '../../list/list-url.ts';
import { Card, StatValue } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { Skeleton } from '../../ui/loading.tsx';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  Calendar,
  IndianRupee,
  DollarSign,
  Users,
  CreditCard,
  Wrench,
};
const MONEY_ICONS = ['IndianRupee', 'CreditCard'];

const TRENDS: Readonly<Record<string, { icon: LucideIcon; look: string }>> = {
  up: { icon: TrendingUp, look: 'text-success-text' },
  down: { icon: TrendingDown, look: 'text-danger-text' },
};
/** Colours follow the meaning: fewer pending payments are good (PEOP-06). */
const LESS_IS_BETTER: typeof TRENDS = {
  up: { icon: TrendingUp, look: 'text-danger-text' },
  down: { icon: TrendingDown, look: 'text-success-text' },
};
/** Text for a change that the server cannot calculate (FMT-04). */
const NOT_AVAILABLE = 'N/A';
const FLAT_TREND = { icon: Minus, look: 'text-ink-soft' };

const isMoney = ({ icon }: Pick<Stat, 'icon'>) => MONEY_ICONS.includes(icon ?? '');

const numberText = (stat: Pick<Stat, 'icon'>, value: number) =>
  isMoney(stat) ? formatRupees(value * PAISE_PER_RUPEE) : formatCount(value);

/**
 * Returns an amount in rupees for stats with a money icon, otherwise a count. A text from an external provider is
 * returned unchanged.
 */
const statValue = (stat: Stat): string =>
  typeof stat.value === 'number' ? numberText(stat, stat.value) : orNotAvailable(stat.value);

/**
 * Returns a comparison such as "76 new this month, 61 by this day last month". Null with an external provider
 * (PEOP-06).
 */
function comparisonText({ added, addedBefore, ...stat }: Stat): string | null {
  if (added === null || addedBefore === null) return null;
  const numbers = { added: numberText(stat, added), addedBefore: numberText(stat, addedBefore) };
  return isMoney(stat)
    ? t('{added} this month, {addedBefore} by this day last month', numbers)
    : t('{added} new this month, {addedBefore} by this day last month', numbers);
}

// Reserves space for texts of several lines, so that nothing below moves when they load.
const HEIGHT = 'min-h-44 max-[22rem]:min-h-52 sm:min-h-36 lg:min-h-44 xl:min-h-40';
const SHAPE = `grid grid-cols-1 content-start gap-3 p-3 ${HEIGHT}`;

/** One stat with its change (DASH-02). */
export function StatCard({ stat }: { stat: Stat }) {
  const Icon = lookUp(ICONS, stat.icon ?? '') ?? Activity;
  const titleId = useId();
  const tipId = useId();
  const counted = statRows(stat);
  const trends = counted?.isLessBetter ? LESS_IS_BETTER : TRENDS;
  const { icon: TrendIcon, look } = lookUp(trends, stat.trend ?? '') ?? FLAT_TREND;
  const compared = comparisonText(stat);
  const link = counted?.link;
  // Without a link, the card itself takes the focus, so that keyboard users can read its tooltip.
  const tip = counted?.tips.map((text) => t(text)).join(' ');
  const focused = counted && !link && { tabIndex: 0, 'data-tip': tip, 'aria-describedby': tipId };
  const change = stat.change === NOT_AVAILABLE ? null : stat.change;
  return (
    <Card
      className={cn(SHAPE, link && 'relative hover:border-line-strong')}
      role="group"
      aria-labelledby={titleId}
      {...focused}
    >
      {focused && (
        <p id={tipId} hidden>
          {tip}
        </p>
      )}
      {link && (
        // Links to the rows that the card counts (WORK-01).
        <Link
          {...link}
          aria-label={t('View list')}
          aria-describedby={titleId}
          data-tip={tip}
          className="absolute inset-0 rounded-lg"
        />
      )}
      <div className="flex items-center justify-between gap-2">
        <h2 id={titleId} className="text-sm font-medium text-ink-soft">
          {t(lookUp(STATS, stat.title ?? '')?.title ?? verbatim(orNotAvailable(stat.title)))}
        </h2>
        <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      </div>
      <div className="@container grid grid-cols-1 gap-1">
        <StatValue>{statValue(stat)}</StatValue>
        <p className={cn('flex min-h-4 items-start gap-1 text-xs', look)}>
          {change !== null && (
            <>
              <TrendIcon aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
              <span>{t('{change} from last month', { change })}</span>
            </>
          )}
        </p>
        {compared !== null && <p className="numeric text-xs text-ink-soft">{compared}</p>}
      </div>
    </Card>
  );
}

export function StatCardSkeleton() {
  return (
    <Card className={SHAPE}>
      <Skeleton className="h-4 w-1/2" />
      <div className="grid gap-2">
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-3 w-3/4" />
      </div>
    </Card>
  );
}

type ListLink = LinkOptions<RegisteredRouter, string, '/bookings' | '/payments' | '/users' | '/mechanics'>;

interface CountedRows {
  /** Null if the role may not open the list. */
  readonly link: ListLink | null;
  readonly title: Message;
  /** The lines of the tooltip. */
  readonly tips: readonly Message[];
  /** Whether an increase is bad (PEOP-06). */
  readonly isLessBetter?: true;
}

const COMPARED = msg('The change compares this month until now with last month until the same day and time.');

const STATS: Readonly<Record<string, CountedRows>> = {
  'Total Bookings': {
    link: linkOptions({ to: '/bookings' }),
    title: msg('Total Bookings'),
    tips: [msg('All bookings.'), COMPARED],
  },
  'Total Revenue': {
    link: linkOptions({ to: '/payments', search: { status: 'paid' } }),
    title: msg('Total Revenue'),
    tips: [msg('The sum of all paid payments.'), COMPARED],
  },
  'Active Users': {
    link: linkOptions({ to: '/users', search: { active: 'yes' } }),
    title: msg('Active Users'),
    tips: [
      msg(
        'Customers who are not blocked. The change compares sign-ups this month until now with those of last month until the same day and time.',
      ),
    ],
  },
  'Active Mechanics': {
    link: linkOptions({ to: '/mechanics', search: { active: 'yes' } }),
    title: msg('Active Mechanics'),
    tips: [
      msg(
        'Approved mechanics who are not blocked. The change compares sign-ups this month until now with those of last month until the same day and time, so it can fall while the total rises.',
      ),
    ],
  },
  'Pending Payments': {
    link: linkOptions({ to: '/payments', search: { status: 'pending' } }),
    title: msg('Pending Payments'),
    tips: [msg('The sum of all pending payments.'), COMPARED],
    isLessBetter: true,
  },
};

/**
 * Returns the rows that a stat card of our server counts, with a link to the list if the role may open it (WORK-01).
 */
function statRows({ title }: Stat): CountedRows | undefined {
  const rows = isOwnServer() ? lookUp(STATS, title ?? '') : undefined;
  if (rows?.link?.to === '/payments' && !may('payments:read')) return { ...rows, link: null };
  return rows?.link && !rows.link.search ? { ...rows, link: linkToAll(rows.link) } : rows;
}

/** Returns a link to all rows, because a URL without a view opens the list's default view. */
function linkToAll(link: ListLink): ListLink {
  const search = { view: ALL_ROWS };
  return link.to === '/bookings' && defaultView('bookings') ? linkOptions({ to: '/bookings', search }) : link;
}
