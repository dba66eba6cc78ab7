import type { Query, QueryKey } from '@tanstack/react-query';
import type { LiveChange, LiveEntity } from '@wayside/contract/live';
import { queryClient } from '../lib/query-client.ts';
import { COUNTS_KEY } from '../lib/saved-views.ts';

interface Followed {
  readonly of: readonly LiveEntity[];
  /** Whether the second element of the key is the id of the record. */
  readonly isOne?: true;
  readonly isSlow?: true;
}

const MONEY: readonly LiveEntity[] = ['balance', 'payout', 'earning'];

/** The kinds of record whose changes concern a query, by the first element of its key. */
const FOLLOWED: Readonly<Record<string, Followed>> = {
  dashboard: { of: ['booking', 'payment', 'user', 'mechanic', 'earning', 'payout'] },
  attention: {
    of: [
      ...([
        'booking',
        'emergency',
        'mechanic',
        'payment',
        'approval',
        'refund',
        'payment_run',
        'notification',
        'webhook_endpoint',
      ] as const),
      ...MONEY,
    ],
  },
  roadside: { of: ['emergency', 'booking', 'note', 'roadside_desk', 'roadside_settings'] },
  'roadside-emergency': { of: ['emergency', 'booking', 'note'], isOne: true },
  'roadside-steps': { of: ['emergency', 'booking'], isOne: true },
  bookings: { of: ['booking', 'note'] },
  booking: { of: ['booking', 'note'], isOne: true },
  users: { of: ['user', 'note'] },
  user: { of: ['user'], isOne: true },
  mechanics: { of: ['mechanic', 'note'] },
  mechanic: { of: ['mechanic'], isOne: true },
  applications: { of: ['mechanic'] },
  'mechanic-balance': { of: MONEY },
  payments: { of: ['payment'] },
  refunds: { of: ['refund'] },
  refund: { of: ['refund'], isOne: true },
  refundable: { of: ['refund', 'payment', 'balance'] },
  payment: { of: ['payment'], isOne: true },
  payouts: { of: ['mechanic', 'approval', 'payment_run', ...MONEY] },
  'payment-runs': { of: ['payment_run'] },
  'payment-run': { of: ['payment_run'], isOne: true },
  'payment-run-rows': { of: ['payment_run'] },
  'bank-results': { of: ['bank_answer'] },
  closes: { of: ['close', ...MONEY] },
  close: { of: ['close'] },
  'close-preview': { of: MONEY },
  'payments-out': { of: ['payout', 'loyalty_payout', 'mechanic', 'user'] },
  'payment-out': { of: ['payout', 'loyalty_payout'], isOne: true },
  'pending-erasures': { of: ['user', 'mechanic', 'approval', ...MONEY] },
  'earnings-of-mechanic': { of: MONEY },
  'payouts-of-mechanic': { of: MONEY },
  ledger: { of: MONEY },
  statement: { of: MONEY },
  income: { of: [...MONEY, 'loyalty_payout'], isSlow: true },
  'ledger-accounts': { of: ['ledger_account'] },
  'payout-preview': { of: ['approval', ...MONEY] },
  approvals: { of: ['approval', ...MONEY] },
  approval: { of: ['approval'], isOne: true },
  'approval-settings': { of: ['approval_settings'] },
  history: { of: ['activity'] },
  timeline: {
    of: [
      'booking',
      'emergency',
      'payment',
      'refund',
      'payout',
      'loyalty_payout',
      'notification',
      'note',
      'activity',
      'call',
    ],
    isSlow: true,
  },
  'record-counts': { of: ['booking', 'payment', 'earning', 'payout', 'note', 'activity'], isSlow: true },
  activity: { of: ['activity'] },
  services: { of: ['service'] },
  'services-of-parts': { of: ['service'] },
  parts: { of: ['part'] },
  'sos-services': { of: ['sos_service'] },
  slots: { of: ['slot'] },
  'vehicle-models': { of: ['vehicle_model'] },
  // The key names the record, whose id a change of its notes has.
  notes: { of: ['note'], isOne: true },
  notifications: { of: ['notification'] },
  configuration: { of: ['configuration'] },
  'configuration-versions': { of: ['configuration'] },
  // Each change of the team is an activity entry.
  team: { of: ['activity'] },
  views: { of: ['saved_view'] },
  webhooks: { of: ['webhook_endpoint'] },
  webhook: { of: ['webhook_endpoint'], isOne: true },
};

/** VIEW-04 */
function followedOf([kind, list]: QueryKey): Followed | undefined {
  const followed = FOLLOWED[String(kind === COUNTS_KEY ? list : kind)];
  return followed && kind === COUNTS_KEY ? { ...followed, isSlow: true } : followed;
}

export const isSlow = ({ queryKey }: Query): boolean => followedOf(queryKey)?.isSlow === true;

/** The queries on the screen that follow changes. */
export function shownQueries(): Query[] {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && query.state.data !== undefined && followedOf(query.queryKey));
}

/** Whether a change may concern a query. */
export function concerns({ entity, id }: LiveChange, { queryKey }: Query): boolean {
  const followed = followedOf(queryKey);
  if (!followed?.of.some((each) => each === entity)) return false;
  return !followed.isOne || id === null || id === queryKey[1];
}
