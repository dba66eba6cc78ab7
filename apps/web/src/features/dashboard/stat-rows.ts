import { type LinkOptions, linkOptions, type RegisteredRouter } from '@tanstack/react-router';
import type { Stat } from '@wayside/contract/dashboard';
import { isOwnServer } from '../../lib/config.ts';
import { lookUp } from '../../lib/look-up.ts';
import { defaultView } from '../../lib/saved-views.ts';
import { may } from '../../lib/session.ts';
import { ALL_ROWS } from '../../list/list-url.ts';

type Link = LinkOptions<RegisteredRouter, string, '/bookings' | '/payments' | '/users' | '/mechanics'>;

interface CountedRows {
  /** Null where the role may not open the list. */
  readonly link: Link | null;
  /** What it counts and what the change compares. */
  readonly tip: string;
  /** A rise is bad news (PEOP-06). */
  readonly isLessBetter?: true;
}

const COMPARED = 'The change compares this month until now with last month until the same day and time.';

const STATS: Readonly<Record<string, CountedRows>> = {
  'Total Bookings': { link: linkOptions({ to: '/bookings' }), tip: `All bookings. ${COMPARED}` },
  'Total Revenue': {
    link: linkOptions({ to: '/payments', search: { status: 'paid' } }),
    tip: `The sum of all paid payments. ${COMPARED}`,
  },
  'Active Users': {
    link: linkOptions({ to: '/users', search: { active: 'yes' } }),
    tip: `Customers who are not blocked. The change compares those who joined this month until now with those of last month until the same day and time.`,
  },
  'Active Mechanics': {
    link: linkOptions({ to: '/mechanics', search: { active: 'yes' } }),
    tip: `Mechanics who are approved and not blocked. The change compares those who joined this month until now with those of last month until the same day and time, so that it can fall while their number rises.`,
  },
  'Pending Payments': {
    link: linkOptions({ to: '/payments', search: { status: 'pending' } }),
    tip: `The sum of all pending payments. ${COMPARED}`,
    isLessBetter: true,
  },
};

/** What a card of our server counts, and the list of it where the role may open that (WORK-01). */
export function statRows({ title }: Stat): CountedRows | undefined {
  const rows = isOwnServer() ? lookUp(STATS, title ?? '') : undefined;
  if (rows?.link?.to === '/payments' && !may('payments:read')) return { ...rows, link: null };
  return rows?.link && !rows.link.search ? { ...rows, link: linkToAll(rows.link) } : rows;
}

/** A list opens with its default view unless its address says that all are meant. */
function linkToAll(link: Link): Link {
  const search = { view: ALL_ROWS };
  return link.to === '/bookings' && defaultView('bookings') ? linkOptions({ to: '/bookings', search }) : link;
}
