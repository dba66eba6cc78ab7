import type { DELIVERY_STATES, NOTIFICATION_TYPES } from '@wayside/contract/notifications';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import { capitalise, orNotAvailable } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import type { StatusLabel } from '../../ui/badge.tsx';

const DELIVERIES: Readonly<Record<(typeof DELIVERY_STATES)[number], StatusLabel>> = {
  queued: { label: msg('Queued'), tone: 'warning' },
  delivered: { label: msg('Delivered'), tone: 'success' },
  failed: { label: msg('Failed'), tone: 'danger' },
};

/** Returns the badge of a delivery status; undefined if the status is unknown. */
export const knownDelivery = (delivery: string): StatusLabel | undefined =>
  lookUp<StatusLabel>(DELIVERIES, delivery);

export const deliveryLabel = (delivery: string): StatusLabel =>
  knownDelivery(delivery) ?? { label: verbatim(capitalise(delivery)), tone: 'neutral' };

export const TYPE_LABELS: Readonly<Record<(typeof NOTIFICATION_TYPES)[number], Message>> = {
  booking: msg('Booking'),
  promotion: msg('Promotion'),
  payment: msg('Payment'),
  reminder: msg('Reminder'),
  general: msg('General'),
  system: msg('System'),
  all: msg('All'),
  user: msg('User'),
  mechanic: msg('Mechanic'),
};

/** Returns "All", "Promotion", or an external provider's own value. */
export function typeLabel(type: string | null): string {
  const typeText = orNotAvailable(type);
  return t(lookUp<Message>(TYPE_LABELS, typeText) ?? verbatim(capitalise(typeText)));
}
