const EVENT_ENTITIES = ['service', 'part', 'sos_service', 'slot', 'vehicle_model'] as const;
const CATALOGUE_CHANGES = ['created', 'updated', 'deleted'] as const;

type CatalogueEventType = `${(typeof EVENT_ENTITIES)[number]}.${(typeof CATALOGUE_CHANGES)[number]}`;

const PEOPLE_BOOKINGS_AND_MONEY = [
  'user.blocked',
  'user.unblocked',
  'user.deleted',
  'user.loyalty_paid',
  'mechanic.approved',
  'mechanic.rejected',
  'mechanic.resubmission_requested',
  'mechanic.blocked',
  'mechanic.unblocked',
  'mechanic.expert_changed',
  'mechanic.deleted',
  'mechanic.loyalty_paid',
  'payout.created',
  'payout.voided',
  'refund.requested',
  'refund.cancelled',
  'refund.confirmed',
  'dispute.opened',
  'dispute.lost',
  'dispute.won',
  'booking.assign_requested',
  'booking.cancel_requested',
] as const;

/** The event types, named after administrators' actions (HOOK-01). */
export type EventType =
  | (typeof PEOPLE_BOOKINGS_AND_MONEY)[number]
  | CatalogueEventType
  | 'configuration.updated'
  | 'notification.created';

/** All event types, in the order of the documentation and the screen. */
export const EVENT_TYPES: readonly EventType[] = [
  ...PEOPLE_BOOKINGS_AND_MONEY,
  ...EVENT_ENTITIES.flatMap((entity) => CATALOGUE_CHANGES.map((change) => `${entity}.${change}` as const)),
  'configuration.updated',
  'notification.created',
];

/**
 * The type of the event that tests an endpoint. It is not in the feed, and only that endpoint receives it (HOOK-02).
 */
export const TEST_EVENT_TYPE = 'webhook.test';
