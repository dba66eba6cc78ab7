import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { getRecordCounts, getTimeline, type TimelineEntity, type TimelineEntry } from '@wayside/contract/timeline';
import { useState } from 'react';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { isOwnServer } from '../../lib/config.ts';
import {
  formatDateTime,
  formatExactRupees,
  notAvailable,
  orNotAvailable,
  shortId,
  toSpacedText,
} from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { UNCACHED_OPTIONS } from '../../lib/query-client.ts';
import { paymentOutKeyText } from '../../lib/record-keys.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { StatusBadge, type StatusLabel, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { RetryNote } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { actionLabel } from '../activity/activity-labels.ts';
import { kindLabel, STATUS_OPTIONS, statusLabel } from '../bookings/booking-labels.ts';
import { knownDelivery } from '../notifications/notification-labels.ts';
import { methodLabel, paymentStatusBadge, shortPaymentId } from '../payments/payment-labels.tsx';
import { payoutMethodLabel } from '../payouts/payout-method.ts';
import { COUNTS_KEY, TIMELINE_KEY } from '../people/person-queries.ts';
import { KIND_LABELS, STATE_LABELS } from '../refunds/refund-labels.tsx';
import { STEP_LABELS } from '../roadside/emergency-labels.ts';

const DOTS: Readonly<Record<Tone, string>> = {
  neutral: 'before:bg-neutral-dot',
  info: 'before:bg-info-dot',
  success: 'before:bg-success-dot',
  warning: 'before:bg-warning-dot',
  danger: 'before:bg-danger-dot',
};

interface TimelineProps extends TimelineOwner {
  /** Whether the timeline is inside a section that has a heading. */
  isPart?: boolean;
}

/** The timeline of a record, newest first, in pages of twenty entries (PEOP-02). Only our server has it. */
export function Timeline({ isPart = false, ...owner }: TimelineProps) {
  if (!isOwnServer()) return null;
  return (
    <section aria-label={t('Timeline')} className="grid grid-cols-1 content-start gap-2">
      {!isPart && <h3 className="font-semibold">{t('Timeline')}</h3>}
      <ol aria-label={t('Timeline')} className="grid grid-cols-1">
        <EntriesBefore key={owner.id} owner={owner} before={null} />
      </ol>
    </section>
  );
}

/** A page of entries and the pages after it. Each page gets its cursor from the previous one. */
function EntriesBefore({ owner, before }: { owner: TimelineOwner; before: string | null }) {
  const query = useQuery(timelineQuery(owner.entity, owner.id, before));
  const failure = useFailedLoad(query, t('Failed to load the timeline'));
  const [isContinued, setIsContinued] = useState(false);
  const { data } = query;
  if (failure !== null && data === undefined)
    return (
      <li>
        <RetryNote {...failure} />
      </li>
    );
  if (data === undefined) return <EntrySkeletons />;
  return (
    <>
      {data.entries.map((entry) => (
        <Entry key={`${entry.kind} ${entry.id}`} entry={entry} owner={owner} />
      ))}
      {data.next !== null &&
        (isContinued ? (
          <EntriesBefore owner={owner} before={data.next} />
        ) : (
          <li data-unprinted="" className="pl-5">
            <Button onClick={() => setIsContinued(true)}>{t('Show more')}</Button>
          </li>
        ))}
    </>
  );
}

function Entry({ entry, owner }: { entry: TimelineEntry; owner: TimelineOwner }) {
  const { title, tone, badge, detail } = entryLabel(entry, owner);
  const link = entryLink(entry, owner);
  return (
    <li
      className={cn(
        // A line connects the dots.
        'relative grid grid-cols-1 gap-0.5 pb-3.5 pl-5',
        'before:absolute before:top-1.5 before:left-0 before:size-2 before:rounded-full',
        'not-last:after:absolute not-last:after:top-4 not-last:after:-bottom-1 not-last:after:left-[3.5px] not-last:after:w-px not-last:after:bg-line',
        DOTS[tone],
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 font-medium wrap-anywhere">
          {link ? (
            <Link {...link} className="underline-offset-2 hover:text-accent-text hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
          {badge && <StatusBadge {...badge} />}
          {entry.amountPaise !== null && (
            <span translate="no" className="numeric whitespace-nowrap">
              {formatExactRupees(entry.amountPaise)}
            </span>
          )}
        </span>
        {entry.at === null ? (
          <span className="text-sm text-ink-soft">{notAvailable()}</span>
        ) : (
          <time dateTime={entry.at} className="numeric text-sm whitespace-nowrap text-ink-soft">
            {formatDateTime(entry.at)}
          </time>
        )}
      </div>
      {detail && (
        <p
          dir="auto"
          className="line-clamp-3 whitespace-pre-line text-ink-soft wrap-anywhere print:line-clamp-none"
        >
          {detail}
        </p>
      )}
      {entry.by && <p className="text-sm text-ink-soft wrap-anywhere">{t('by {person}', { person: entry.by })}</p>}
    </li>
  );
}

/** Skeleton as high as five short entries. */
function EntrySkeletons() {
  return ['first', 'second', 'third', 'fourth', 'fifth'].map((place) => (
    <li key={place} aria-hidden="true" className="flex h-11 justify-between pt-1">
      <Skeleton className="h-3 w-40" />
      <Skeleton className="h-3 w-28" />
    </li>
  ));
}

interface TimelinePage {
  readonly entries: readonly TimelineEntry[];
  readonly next: string | null;
}

/**
 * Query of a page of entries (PEOP-02). The field is not called `rows`, because entries of different kinds can have
 * the same id.
 */
function timelineQuery(entity: TimelineEntity, id: string, before: string | null) {
  return queryOptions({
    queryKey: [TIMELINE_KEY, id, entity, before],
    queryFn: async ({ signal }): Promise<TimelinePage> => {
      const { rows, next } = await call(getTimeline, { params: { entity, id }, query: { before }, signal });
      return { entries: rows, next };
    },
    placeholderData: keepPreviousData,
    ...UNCACHED_OPTIONS,
  });
}

/** Query of a person's record counts by kind (PEOP-01). */
export function recordCountsQuery(entity: 'user' | 'mechanic', id: string) {
  return queryOptions({
    queryKey: [COUNTS_KEY, id, entity],
    queryFn: async ({ signal }) => (await call(getRecordCounts, { params: { entity, id }, signal })).record,
    ...UNCACHED_OPTIONS,
  });
}

interface TimelineOwner {
  readonly entity: TimelineEntity;
  readonly id: string;
}

interface EntryLabel {
  readonly title: string;
  readonly tone: Tone;
  readonly badge?: StatusLabel;
  /** A line below the title, such as a method or the text of a note. */
  readonly detail?: string | null;
}

const VOIDED: StatusLabel = { label: msg('Voided'), tone: 'danger' };
const ACTION_TONES: Readonly<Record<string, Tone>> = {
  blocked: 'danger',
  rejected: 'danger',
  approved: 'success',
};

/** Returns the exact status, which can be more specific than its badge: "Arrived" (BOOK-12). */
const statusText = (status: string | null): string =>
  t(STATUS_OPTIONS.find(({ value }) => value === status)?.label ?? statusLabel(status).label);

/** Returns the title, tone and details of an entry (PEOP-02). */
function entryLabel(entry: TimelineEntry, { entity }: TimelineOwner): EntryLabel {
  const { kind, status, text } = entry;
  const booking = t('Booking #{id}', { id: shortId(entry.recordId) });
  const isOfBooking = entity === 'booking';
  switch (kind) {
    case 'booking_created':
      if (isOfBooking) return { title: t('Booking created'), tone: 'neutral' };
      return { title: booking, tone: 'neutral', badge: statusLabel(status), detail: text && kindLabel(text) };
    case 'current_status':
    case 'booking_status': {
      const { tone } = statusLabel(status);
      return { title: isOfBooking ? statusText(status) : `${booking}: ${statusText(status)}`, tone };
    }
    case 'emergency_step': {
      const step = orNotAvailable(status);
      const label = lookUp<Message>(STEP_LABELS, step) ?? verbatim(toSpacedText(step));
      return { title: t(label, { person: entry.other ?? t('a mechanic') }), tone: 'info', detail: text };
    }
    case 'payment': {
      const badge = paymentStatusBadge(status);
      const title = t('Payment {id}', { id: shortPaymentId(orNotAvailable(entry.recordId)) });
      return { title, tone: badge.tone, badge, detail: text && methodLabel(text) };
    }
    case 'refund':
      return refundLabel(entry);
    case 'payout':
      return {
        title: t('Payout'),
        tone: 'success',
        ...voidedBadge(status),
        detail: text && payoutMethodLabel(text),
      };
    case 'loyalty_payout':
      return { title: t('Loyalty payout'), tone: 'success', ...voidedBadge(status) };
    case 'notification': {
      const badge = knownDelivery(status ?? '');
      return { title: t('Notification'), tone: 'info', ...(badge && { badge }), detail: text };
    }
    case 'note':
      return {
        title:
          !isOfBooking && entry.recordId !== null
            ? t('Note on Booking #{id}', { id: shortId(entry.recordId) })
            : t('Note'),
        tone: 'warning',
        detail: text,
      };
    case 'person_status': {
      const action = orNotAvailable(status);
      return { title: actionLabel(action), tone: lookUp(ACTION_TONES, action) ?? 'neutral', detail: text };
    }
    case 'call':
      return {
        title: entry.by === null ? t('Called') : t('Call taken'),
        tone: 'info',
        detail: text && t('Line {line}', { line: text }),
      };
    case 'person_created':
      return { title: t('Joined'), tone: 'neutral' };
    default:
      return { title: toSpacedText(kind), tone: 'neutral', detail: text };
  }
}

function refundLabel({ status, text }: TimelineEntry): EntryLabel {
  const badge = lookUp(STATE_LABELS, status ?? '');
  const title = t(lookUp<Message>(KIND_LABELS, text ?? '') ?? msg('Refund'));
  return { title, tone: badge?.tone ?? 'neutral', ...(badge && { badge }) };
}

const voidedBadge = (status: string | null) => (status === 'voided' ? { badge: VOIDED } : {});

/** Returns the link of an entry; null if the entry is about the record itself. */
function entryLink({ kind, id, recordId }: TimelineEntry, owner: TimelineOwner) {
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
    case 'refund':
      return linkOptions({ to: '/payments/refunds', search: { refund: recordId } });
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
