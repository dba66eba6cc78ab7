import type { Query } from '@tanstack/react-query';
import type { LiveChange, LiveEntity } from '@wayside/contract/live';
import { queryClient } from '../lib/query-client.ts';
import { COUNTS_KEY } from '../lib/saved-views.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** The entity whose changes affect the query, if the table below does not list the query. */
    queryMeta: { readonly entity?: LiveEntity };
  }
}

interface Followed {
  readonly of: readonly LiveEntity[];
  /** Whether the second element of the key is the id of the record. */
  readonly isOne?: true;
  readonly isSlow?: true;
}

const MONEY: readonly LiveEntity[] = ['balance', 'payout', 'earning'];

/**
 * The entities whose changes affect a query, by the first element of its key. A list without pages names its entity
 * in its own query.
 */
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
        'settlement_line',
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
  'settlement-lines': { of: ['settlement_line'] },
  'settlement-line': { of: ['settlement_line'], isOne: true },
  'settlement-files': { of: ['settlement_file', 'settlement_line'] },
  'settlement-file': { of: ['settlement_file', 'settlement_line'] },
  settlements: { of: ['settlement_line'] },
  'reconciliation-days': { of: ['settlement_line', 'payment'], isSlow: true },
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
  'services-of-parts': { of: ['service'] },
  parts: { of: ['part'] },
  // The key contains the id of the record, which is also the id of a change to its notes.
  notes: { of: ['note'], isOne: true },
  notifications: { of: ['notification'] },
  configuration: { of: ['configuration'] },
  'configuration-versions': { of: ['configuration'] },
  // Each change of the team creates an activity entry.
  team: { of: ['activity'] },
  views: { of: ['saved_view'] },
  webhooks: { of: ['webhook_endpoint'] },
  webhook: { of: ['webhook_endpoint'], isOne: true },
};

/** Returns what a query follows. The counts of a list follow the same changes as the list, but less often (VIEW-04). */
function followedOf({ queryKey: [kind, list], meta }: Query): Followed | undefined {
  if (meta?.entity) return { of: [meta.entity] };
  const followed = FOLLOWED[String(kind === COUNTS_KEY ? list : kind)];
  return followed && kind === COUNTS_KEY ? { ...followed, isSlow: true } : followed;
}

export const isSlow = (query: Query): boolean => followedOf(query)?.isSlow === true;

/** Returns the queries on the screen that follow changes. */
export function shownQueries(): Query[] {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && query.state.data !== undefined && followedOf(query));
}

/** Checks whether a change may affect a query. */
export function concerns({ entity, id }: LiveChange, query: Query): boolean {
  const followed = followedOf(query);
  if (!followed?.of.some((each) => each === entity)) return false;
  return !followed.isOne || id === null || id === query.queryKey[1];
}
