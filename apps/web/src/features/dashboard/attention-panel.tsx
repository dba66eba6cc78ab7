import { Link, type LinkOptions, linkOptions, type RegisteredRouter } from '@tanstack/react-router';
import type { AttentionItem, AttentionKind } from '@wayside/contract/dashboard';
import { LONG_WAIT_MINUTES, REFUND_RESPONSE_DAYS } from '@wayside/contract/filter-values';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { useId } from 'react';
import { msg, type Noun, nounFor, t } from '../../languages/text.ts';
import { formatCount, formatDateTime, formatExactRupees } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { relativeTime } from '../../lib/relative-time.ts';
import { daysOfPeriod } from '../../list/periods.ts';
import { Card } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { RetryNote } from '../../ui/error-card.tsx';

interface AttentionPanelProps {
  /** Undefined if loading failed. */
  items: readonly AttentionItem[] | undefined;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Pending work, most urgent kind first. Each line links to its rows, oldest first (WORK-01, PEOP-06). */
export function AttentionPanel({ items, isRetrying, onRetry }: AttentionPanelProps) {
  const id = useId();
  const shown = items
    ?.filter((item) => attentionLabel(item) !== undefined)
    .toSorted((one, other) => urgencyOf(one) - urgencyOf(other));
  return (
    <Card role="region" aria-labelledby={id} className="@container overflow-hidden">
      <h2
        id={id}
        className={cn('px-4 pt-3 pb-2 text-sm font-medium text-ink-soft', shown?.length === 0 && 'sr-only')}
      >
        {t('Needs attention')}
      </h2>
      {Boolean(shown?.length) && (
        <p className="-mt-1.5 px-4 pb-2 text-xs text-ink-faint">{t('Most urgent first, then oldest first.')}</p>
      )}
      {shown === undefined && (
        <div className="px-4 pb-3">
          <RetryNote
            message={t('Failed to load the items that need attention.')}
            pending={isRetrying}
            onRetry={onRetry}
          />
        </div>
      )}
      {shown?.length === 0 && (
        <p className="flex h-11 items-center gap-2 px-4 text-ink-soft">
          <CircleCheck aria-hidden="true" className="size-4 text-success-text" />
          {t('Nothing needs attention')}
        </p>
      )}
      {shown !== undefined && shown.length > 0 && (
        <ul className="grid grid-cols-1 gap-px border-t border-line bg-line @2xl:grid-cols-2">
          {shown.map((item) => (
            <AttentionLine key={item.kind} item={item} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function AttentionLine({ item }: { item: AttentionItem }) {
  const label = attentionLabel(item);
  if (!label) return null;
  const { link, isUrgent } = label;
  return (
    <li className="bg-surface @2xl:odd:last:col-span-2">
      <Link
        {...link}
        className="group flex min-h-11 items-center gap-2.5 px-4 py-1.5 hover:bg-hover other-language:max-[26rem]:flex-wrap"
      >
        <span
          aria-hidden="true"
          className={cn('size-2 shrink-0 rounded-full', isUrgent ? 'bg-danger-dot' : 'bg-warning-dot')}
        />
        {label.text ? (
          <span className="numeric min-w-0 flex-1 other-language:max-[26rem]:basis-2/3">{label.text(item)}</span>
        ) : (
          <span className="min-w-0 flex-1 other-language:max-[26rem]:basis-2/3">
            <span translate="no" className="numeric text-base font-semibold">
              {formatCount(item.count)}
            </span>{' '}
            {nounFor(item.count, label, label.values)}
          </span>
        )}
        {item.oldestAt !== null && label.text === undefined && (
          <span
            className="shrink-0 text-sm text-ink-faint other-language:max-[26rem]:order-last other-language:max-[26rem]:basis-full other-language:max-[26rem]:pl-4.5"
            data-tip={t('Oldest: {date}', { date: formatDateTime(item.oldestAt) })}
          >
            <span className="max-sm:sr-only">{t('oldest')} </span>
            {relativeTime(item.oldestAt, Date.now())}
          </span>
        )}
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint group-hover:text-ink" />
      </Link>
    </li>
  );
}

type Label = (
  | (Noun & {
      readonly values?: { readonly minutes: number } | { readonly days: number };
      readonly text?: undefined;
    })
  /** The label is a text instead of a count with a noun. */
  | { readonly text: (item: AttentionItem) => string }
) & {
  readonly link: LinkOptions<RegisteredRouter, string, string>;
  readonly isUrgent?: true;
};

const oldestFirst = { sort: 'date' } as const;

// Most urgent kind first. No label contains the name of a sidebar link, because screen reader users would confuse the
// two.
const LABELS: Readonly<Record<Exclude<AttentionKind, 'unclaimed_emergencies'>, Label>> = {
  unassigned_emergencies: {
    one: msg('emergency without a mechanic'),
    many: msg('emergencies without a mechanic'),
    // The roadside desk is where a mechanic can be dispatched (PEOP-03).
    link: linkOptions({ to: '/roadside' }),
    isUrgent: true,
  },
  disagreeing_payments: {
    one: msg('paid, but not in its booking'),
    many: msg('paid, but not in their booking'),
    link: linkOptions({ to: '/payments', search: { disagreeing: 'yes', ...oldestFirst } }),
    isUrgent: true,
  },
  disputes_overdue: {
    one: msg('overdue dispute'),
    many: msg('overdue disputes'),
    link: linkOptions({ to: '/payments/refunds', search: { state: 'open', ...oldestFirst } }),
    isUrgent: true,
  },
  disputes_due: {
    one: msg('dispute due within 48 hours'),
    many: msg('disputes due within 48 hours'),
    link: linkOptions({ to: '/payments/refunds', search: { state: 'open', ...oldestFirst } }),
    isUrgent: true,
  },
  waiting_bookings: {
    one: msg('booking request pending for over {minutes} min'),
    many: msg('booking requests pending for over {minutes} min'),
    values: { minutes: LONG_WAIT_MINUTES },
    link: linkOptions({ to: '/bookings', search: { status: 'pending', waiting: 'long', ...oldestFirst } }),
  },
  payments_to_record: {
    one: msg('payment approved over a day ago and not recorded'),
    many: msg('payments approved over a day ago and not recorded'),
    link: linkOptions({ to: '/approvals', search: { state: 'to_be_paid' } }),
  },
  approvals: {
    one: msg('payment request pending'),
    many: msg('payment requests pending'),
    link: linkOptions({ to: '/approvals' }),
  },
  yesterday_shortfall: {
    text: ({ amountPaise }) =>
      t('Settlements of yesterday are {amount} below the expected amount', {
        amount: formatExactRupees(amountPaise),
      }),
    link: linkOptions({
      to: '/reconciliation',
      search: () => ({ month: daysOfPeriod('yesterday').from.slice(0, 7) }),
    }),
  },
  unreconciled_lines: {
    one: msg('amount received and not reconciled after 2 days'),
    many: msg('amounts received and not reconciled after 2 days'),
    link: linkOptions({ to: '/reconciliation/exceptions', search: { show: 'overdue' } }),
  },
  refunds_to_approve: {
    one: msg('refund pending approval'),
    many: msg('refunds pending approval'),
    link: linkOptions({ to: '/payments/refunds', search: { state: 'waiting', ...oldestFirst } }),
  },
  write_offs_to_approve: {
    one: msg('write-off pending approval'),
    many: msg('write-offs pending approval'),
    link: linkOptions({ to: '/reconciliation/exceptions', search: { show: 'write_offs' } }),
  },
  refunds_without_response: {
    one: msg('refund without a response for over {days} days'),
    many: msg('refunds without a response for over {days} days'),
    values: { days: REFUND_RESPONSE_DAYS },
    link: linkOptions({ to: '/payments/refunds', search: { state: 'requested', ...oldestFirst } }),
  },
  failing_endpoints: {
    one: msg('webhook endpoint fails'),
    many: msg('webhook endpoints fail'),
    link: linkOptions({ to: '/integrations' }),
  },
  failed_notifications: {
    one: msg('message was not delivered'),
    many: msg('messages were not delivered'),
    link: linkOptions({ to: '/notifications', search: { delivery: 'failed', ...oldestFirst } }),
  },
  applications: {
    one: msg('application to decide on'),
    many: msg('applications to decide on'),
    link: linkOptions({
      to: '/mechanics',
      search: { application: 'to_decide', ...oldestFirst },
    }),
  },
  own_requests: {
    one: msg('own request: waiting for another person'),
    many: msg('own requests: waiting for another person'),
    link: linkOptions({ to: '/approvals' }),
  },
  payouts_due: {
    one: msg('balance to pay out'),
    many: msg('balances to pay out'),
    link: linkOptions({ to: '/payouts', search: { balance: 'available' } }),
  },
};

const urgencyOf = ({ kind }: AttentionItem): number => Object.keys(LABELS).indexOf(kind);

/**
 * Returns the label and link of a kind. Undefined for a kind that only a badge counts, or that a newer server sends.
 */
const attentionLabel = ({ kind }: AttentionItem): Label | undefined => lookUp(LABELS, kind);
