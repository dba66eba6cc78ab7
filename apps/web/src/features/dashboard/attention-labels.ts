import { type LinkOptions, linkOptions, type RegisteredRouter } from '@tanstack/react-router';
import type { AttentionItem, AttentionKind } from '@wayside/contract/dashboard';
import { LONG_WAIT_MINUTES } from '@wayside/contract/filter-values';
import { lookUp } from '../../lib/look-up.ts';

interface Label {
  /** Behind the number one, and behind any other. */
  readonly one: string;
  readonly many: string;
  /** Leads to those rows, the oldest first. */
  readonly link: LinkOptions<RegisteredRouter, string, string>;
  readonly isUrgent?: true;
}

const oldestFirst = { sort: 'date' } as const;

// The most urgent kind first. No line has the name of a link of the sidebar in it, by which people who listen to links would mistake it.
const LABELS: Readonly<Record<Exclude<AttentionKind, 'unclaimed_emergencies'>, Label>> = {
  unassigned_emergencies: {
    one: 'emergency without a mechanic',
    many: 'emergencies without a mechanic',
    // Where somebody can dispatch (PEOP-03).
    link: linkOptions({ to: '/roadside' }),
    isUrgent: true,
  },
  disagreeing_payments: {
    one: 'paid, but not in its booking',
    many: 'paid, but not in their booking',
    link: linkOptions({ to: '/payments', search: { disagreeing: 'yes', ...oldestFirst } }),
    isUrgent: true,
  },
  waiting_bookings: {
    one: `booking request pending for over ${LONG_WAIT_MINUTES} min`,
    many: `booking requests pending for over ${LONG_WAIT_MINUTES} min`,
    link: linkOptions({ to: '/bookings', search: { status: 'pending', waiting: 'long', ...oldestFirst } }),
  },
  payments_to_record: {
    one: 'payment approved over a day ago and not recorded',
    many: 'payments approved over a day ago and not recorded',
    link: linkOptions({ to: '/approvals', search: { state: 'to_be_paid' } }),
  },
  approvals: {
    one: 'request to pay waits',
    many: 'requests to pay wait',
    link: linkOptions({ to: '/approvals' }),
  },
  failing_endpoints: {
    one: 'webhook endpoint fails',
    many: 'webhook endpoints fail',
    link: linkOptions({ to: '/integrations' }),
  },
  failed_notifications: {
    one: 'message was not delivered',
    many: 'messages were not delivered',
    link: linkOptions({ to: '/notifications', search: { delivery: 'failed', ...oldestFirst } }),
  },
  applications: {
    one: 'application to decide on',
    many: 'applications to decide on',
    link: linkOptions({
      to: '/mechanics',
      search: { application: 'to_decide', ...oldestFirst },
    }),
  },
  payouts_due: {
    one: 'balance to pay out',
    many: 'balances to pay out',
    link: linkOptions({ to: '/payouts', search: { balance: 'available' } }),
  },
};

/** The place of a kind by its urgency, the most urgent first (PEOP-06). */
export const urgencyOf = ({ kind }: AttentionItem): number => Object.keys(LABELS).indexOf(kind);

/** How a kind reads and where it leads; undefined for one that only a badge counts, and for one of a newer server. */
export const attentionLabel = ({ kind }: AttentionItem): Label | undefined => lookUp(LABELS, kind);
