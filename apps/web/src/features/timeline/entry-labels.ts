import { linkOptions } from '@tanstack/react-router';
import type { TimelineEntity, TimelineEntry } from '@wayside/contract/timeline';
import { orNotAvailable, shortId, spacedWords } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { paymentOutKeyText } from '../../lib/payment-out-key.ts';
import type { StatusLabel, Tone } from '../../ui/badge.tsx';
import { actionLabel } from '../activity/activity-labels.ts';
import { kindLabel, STATUS_OPTIONS, statusLabel } from '../bookings/booking-labels.ts';
import { methodLabel, paymentStatusBadge, shortPaymentId } from '../payments/payment-labels.tsx';
import { payoutMethodLabel } from '../payouts/payout-method.ts';
import { STEP_LABELS } from '../roadside/emergency-labels.ts';

/** The record whose timeline it is. */
export interface TimelineOwner {
  readonly entity: TimelineEntity;
  readonly id: string;
}

interface EntryLabel {
  readonly title: string;
  /** The colour of its dot. */
  readonly tone: Tone;
  readonly badge?: StatusLabel;
  /** A line under the title: a method, the text of a note. */
  readonly detail?: string | null;
}

const DELIVERIES: Readonly<Record<string, StatusLabel>> = {
  queued: { label: 'Queued', tone: 'warning' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
};
const VOIDED: StatusLabel = { label: 'Voided', tone: 'danger' };
const ACTION_TONES: Readonly<Record<string, Tone>> = { blocked: 'danger', rejected: 'danger', approved: 'success' };

/** The status itself, where its badge says less: "Arrived" (BOOK-12). */
const statusText = (status: string | null) =>
  STATUS_OPTIONS.find(({ value }) => value === status)?.label ?? statusLabel(status).label;

/** An entry in words (PEOP-02). */
export function entryLabel(entry: TimelineEntry, { entity }: TimelineOwner): EntryLabel {
  const { kind, status, text } = entry;
  const booking = `Booking #${shortId(entry.recordId)}`;
  const isOfBooking = entity === 'booking';
  switch (kind) {
    case 'booking_created':
      if (isOfBooking) return { title: 'Booking created', tone: 'neutral' };
      return { title: booking, tone: 'neutral', badge: statusLabel(status), detail: text && kindLabel(text) };
    case 'current_status':
    case 'booking_status': {
      const { tone } = statusLabel(status);
      return { title: isOfBooking ? statusText(status) : `${booking}: ${statusText(status)}`, tone };
    }
    case 'emergency_step': {
      const label = lookUp<string>(STEP_LABELS, orNotAvailable(status)) ?? spacedWords(orNotAvailable(status));
      return { title: label.replace('{}', entry.other ?? 'a mechanic'), tone: 'info', detail: text };
    }
    case 'payment': {
      const badge = paymentStatusBadge(status);
      const title = `Payment ${shortPaymentId(orNotAvailable(entry.recordId))}`;
      return { title, tone: badge.tone, badge, detail: text && methodLabel(text) };
    }
    case 'payout':
      return { title: 'Payout', tone: 'success', ...voided(status), detail: text && payoutMethodLabel(text) };
    case 'loyalty_payout':
      return { title: 'Loyalty payout', tone: 'success', ...voided(status) };
    case 'notification': {
      const badge = lookUp(DELIVERIES, status ?? '');
      return { title: 'Notification', tone: 'info', ...(badge && { badge }), detail: text };
    }
    case 'note':
      return {
        title: !isOfBooking && entry.recordId !== null ? `Note on ${booking}` : 'Note',
        tone: 'warning',
        detail: text,
      };
    case 'person_status': {
      const action = orNotAvailable(status);
      return { title: actionLabel(action), tone: lookUp(ACTION_TONES, action) ?? 'neutral', detail: text };
    }
    case 'call':
      return { title: entry.by === null ? 'Called' : 'Call taken', tone: 'info', detail: text && `Line ${text}` };
    case 'person_created':
      return { title: 'Joined', tone: 'neutral' };
    default:
      return { title: spacedWords(kind), tone: 'neutral', detail: text };
  }
}

const voided = (status: string | null) => (status === 'voided' ? { badge: VOIDED } : {});

/** Where an entry leads; null for what is the record itself. */
export function entryLink({ kind, id, recordId }: TimelineEntry, owner: TimelineOwner) {
  if (kind === 'note') return noteLink(recordId, owner);
  if (recordId === null) return null;
  switch (kind) {
    case 'booking_created':
    case 'booking_status':
      return owner.entity === 'booking' ? null : linkOptions({ to: '/bookings', search: { booking: recordId } });
    case 'emergency_step':
      return linkOptions({ to: '/roadside', search: { emergency: recordId } });
    case 'payment':
      return linkOptions({ to: '/payments', search: { payment: recordId } });
    case 'payout':
      return linkOptions({
        to: '/payouts/history',
        search: { payment: paymentOutKeyText({ kind: 'payout', id }) },
      });
    case 'loyalty_payout':
      return linkOptions({
        to: '/payouts/history',
        search: { payment: paymentOutKeyText({ kind: 'loyalty', id }) },
      });
    case 'notification':
      return linkOptions({ to: '/notifications' });
    case 'person_status':
      return linkOptions({ to: '/activity', search: { row: recordId } });
    default:
      return null;
  }
}

function noteLink(bookingId: string | null, { entity, id }: TimelineOwner) {
  if (entity === 'booking') return null;
  if (bookingId !== null) return linkOptions({ to: '/bookings', search: { booking: bookingId } });
  return entity === 'user'
    ? linkOptions({ to: '/users', search: { user: id, tab: 'notes' } })
    : linkOptions({ to: '/mechanics', search: { mechanic: id, tab: 'notes' } });
}
