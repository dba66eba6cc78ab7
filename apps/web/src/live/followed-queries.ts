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

interface FollowedQuery {
  readonly entities: readonly LiveEntity[];
  /** Whether the second element of the key is the id of the record. */
  readonly isOne?: true;
  readonly isSlow?: true;
}

const MONEY: readonly LiveEntity[] = ['balance', 'payout', 'earning'];

/**
 * The entities whose changes affect a query, by the first element of the query key. A query for a list without pages
 * specifies its entity itself.
 */
const FOLLOWED_QUERIES: Readonly<Record<string, FollowedQuery>> = {
  dashboard: { entities: ['booking', 'payment', 'user', 'mechanic', 'earning', 'payout'] },
  attention: {
    entities: [
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
  roadside: { entities: ['emergency', 'booking', 'note', 'roadside_desk', 'roadside_settings'] },
  'roadside-emergency': { entities: ['emergency', 'booking', 'note'], isOne: true },
  'roadside-steps': { entities: ['emergency', 'booking'], isOne: true },
  bookings: { entities: ['booking', 'note'] },
  booking: { entities: ['booking', 'note'], isOne: true },
  users: { entities: ['user', 'note'] },
  user: { entities: ['user'], isOne: true },
  mechanics: { entities: ['mechanic', 'note'] },
  mechanic: { entities: ['mechanic'], isOne: true },
  applications: { entities: ['mechanic'] },
  'mechanic-balance': { entities: MONEY },
  payments: { entities: ['payment'] },
  refunds: { entities: ['refund'] },
  refund: { entities: ['refund'], isOne: true },
  refundable: { entities: ['refund', 'payment', 'balance'] },
  payment: { entities: ['payment'], isOne: true },
  payouts: { entities: ['mechanic', 'approval', 'payment_run', ...MONEY] },
  'payment-runs': { entities: ['payment_run'] },
  'payment-run': { entities: ['payment_run'], isOne: true },
  'payment-run-rows': { entities: ['payment_run'] },
  'bank-results': { entities: ['bank_answer'] },
  'settlement-lines': { entities: ['settlement_line'] },
  'settlement-line': { entities: ['settlement_line'], isOne: true },
  'settlement-files': { entities: ['settlement_file', 'settlement_line'] },
  'settlement-file': { entities: ['settlement_file', 'settlement_line'] },
  settlements: { entities: ['settlement_line'] },
  'reconciliation-days': { entities: ['settlement_line', 'payment'], isSlow: true },
  closes: { entities: ['close', ...MONEY] },
  close: { entities: ['close'] },
  'close-preview': { entities: MONEY },
  'payments-out': { entities: ['payout', 'loyalty_payout', 'mechanic', 'user'] },
  'payment-out': { entities: ['payout', 'loyalty_payout'], isOne: true },
  'pending-erasures': { entities: ['user', 'mechanic', 'approval', ...MONEY] },
  'earnings-of-mechanic': { entities: MONEY },
  'payouts-of-mechanic': { entities: MONEY },
  ledger: { entities: MONEY },
  statement: { entities: MONEY },
  income: { entities: [...MONEY, 'loyalty_payout'], isSlow: true },
  'ledger-accounts': { entities: ['ledger_account'] },
  'payout-preview': { entities: ['approval', ...MONEY] },
  approvals: { entities: ['approval', ...MONEY] },
  approval: { entities: ['approval'], isOne: true },
  'approval-settings': { entities: ['approval_settings'] },
  history: { entities: ['activity'] },
  timeline: {
    entities: [
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
  'record-counts': { entities: ['booking', 'payment', 'earning', 'payout', 'note', 'activity'], isSlow: true },
  activity: { entities: ['activity'] },
  'services-of-parts': { entities: ['service'] },
  parts: { entities: ['part'] },
  // The key contains the id of the record, which is also the id of a change to its notes.
  notes: { entities: ['note'], isOne: true },
  notifications: { entities: ['notification'] },
  configuration: { entities: ['configuration'] },
  'configuration-versions': { entities: ['configuration'] },
  // Each change of the team creates an activity entry.
  team: { entities: ['activity'] },
  views: { entities: ['saved_view'] },
  webhooks: { entities: ['webhook_endpoint'] },
  webhook: { entities: ['webhook_endpoint'], isOne: true },
};

/** Returns what a query follows. The counts of a list follow the same changes as the list, but less often (VIEW-04). */
function followedOf({ queryKey: [kind, list], meta }: Query): FollowedQuery | undefined {
  if (meta?.entity) return { entities: [meta.entity] };
  const followed = FOLLOWED_QUERIES[String(kind === COUNTS_KEY ? list : kind)];
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
export function isAffectedBy({ entity, id }: LiveChange, query: Query): boolean {
  const followed = followedOf(query);
  if (!followed?.entities.some((each) => each === entity)) return false;
  return !followed.isOne || id === null || id === query.queryKey[1];
}
