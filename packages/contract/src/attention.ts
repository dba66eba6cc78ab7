import { endpoint } from './wire/endpoint.ts';
import { instant, maybe, numeric, openEnum } from './wire/fields.ts';
import { wholeList } from './wire/whole-list.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, wireObject } from './wire/wire-object.ts';

/** What can need somebody now (WORK-01). Emergencies that nobody has claimed are for the badge of the desk alone (ROAD-02). */
export const ATTENTION_KINDS = [
  'unclaimed_emergencies',
  'unassigned_emergencies',
  'waiting_bookings',
  'applications',
  'payouts_due',
  'approvals',
  'payments_to_record',
  'disagreeing_payments',
  'failed_notifications',
  'failing_endpoints',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** An approved payment that nobody has recorded for longer than this needs somebody (OWN-08). */
export const LONG_UNRECORDED_HOURS = 24;

const fields = {
  kind: openEnum(ATTENTION_KINDS),
  count: numeric,
  /** Since when the oldest of them waits; null where its date is not known. */
  oldestAt: maybe(instant),
};
/** Records of one kind that need somebody. */
export type AttentionItem = DomainOf<typeof fields>;
const attentionItem: Wire<AttentionItem> = wireObject(fields);

/** GET /admin/attention: what needs somebody now, as far as the caller may see it, the oldest first (WORK-01, WORK-02). */
export const getAttention = endpoint({
  name: 'getAttention',
  method: 'GET',
  path: '/admin/attention',
  permission: 'records:read',
  summary:
    'How many records of each kind need somebody now, and since when the oldest of them waits, the oldest first; only kinds that the role may read, and that have any.',
  tag: 'dashboard',
  answer: wholeList(attentionItem),
});
