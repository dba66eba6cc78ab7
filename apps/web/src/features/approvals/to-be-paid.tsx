import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listApprovals, updateApprovalSettings } from '@wayside/contract/approvals';
import { REFUND_LIST, SETTLEMENT_LINE_LIST } from '@wayside/contract/lists';
import { listRuns } from '@wayside/contract/payment-runs';
import { listRefunds, type RefundKind } from '@wayside/contract/refunds';
import { listSettlementLines, unresolvedPaise } from '@wayside/contract/settlement-lines';
import { type ReactNode, useId, useState } from 'react';
import { type Message, msg, plural, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { call } from '../../lib/api.ts';
import { formatCount, formatDateTime, formatDay, formatExactRupees } from '../../lib/format.ts';
import { isOwnRequest, WAITING_FOR_ANOTHER } from '../../lib/own-requests.ts';
import { APPROVAL_KEYS, REFUND_KEYS, RUN_KEYS, SETTLEMENT_KEYS } from '../../lib/record-keys.ts';
import { useMay } from '../../lib/session.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { buttonClassName } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { runTotal } from '../payment-runs/run-labels.ts';
import { personName } from '../people/person-link.tsx';

// Does not use the list format, because rows of a list stay in place when they change elsewhere (LIVE-02).
const toBePaidQuery = queryOptions({
  queryKey: [APPROVAL_KEYS.list, 'to-be-paid'],
  queryFn: async ({ signal }) => {
    const query = { page: 1, limit: 10, state: 'to_be_paid' } as const;
    const { rows: approvals, total } = await call(listApprovals, { query, signal });
    return { approvals, total };
  },
});

const waitingRunsQuery = queryOptions({
  queryKey: [RUN_KEYS.list, 'waiting'],
  queryFn: ({ signal }) => call(listRuns, { query: { page: 1, limit: 10, state: 'waiting' }, signal }),
});

const waitingRefundsQuery = queryOptions({
  queryKey: [REFUND_KEYS.list, 'waiting'],
  queryFn: ({ signal }) =>
    call(listRefunds, {
      query: { ...REFUND_LIST.none, state: ['waiting'], sort: 'date', page: 1, limit: 10 },
      signal,
    }),
});

const waitingWriteOffsQuery = queryOptions({
  queryKey: [SETTLEMENT_KEYS.lines, 'write-offs'],
  queryFn: ({ signal }) =>
    call(listSettlementLines, {
      query: { ...SETTLEMENT_LINE_LIST.none, show: 'write_offs', page: 1, limit: 10 },
      signal,
    }),
});

const RefundDetails = lazyPart(() => import('../refunds/refund-details.tsx'), 'RefundDetails');

interface OpenPaymentsProps<Row> {
  title: string;
  query: UseQueryResult<{ readonly rows: readonly Row[]; readonly total: number }>;
  /** The error when the rows cannot be loaded. */
  failed: string;
  /** The link to all payments, shown if more than the listed ones exist. */
  all: ReactNode;
  className?: string | undefined;
  /** The link of a row, and the text after it. */
  line: (row: Row) => { readonly link: ReactNode; readonly about: ReactNode };
}

/** A card with the first ten payments that wait; nothing if none waits. */
function OpenPayments<Row extends { readonly id: string }>({
  title,
  query,
  failed,
  all,
  className,
  line,
}: OpenPaymentsProps<Row>) {
  const id = useId();
  const failure = useFailedLoad(query, failed);
  const { data } = query;
  if (failure) return <RetryNote {...failure} />;
  if (!data || data.total === 0) return null;
  return (
    <section aria-labelledby={id} className={className}>
      <Card className="grid gap-2 px-5 py-3.5">
        <h2 id={id} className="font-semibold">
          {title}{' '}
          <span translate="no" className="numeric text-ink-faint">
            ({formatCount(data.total)})
          </span>
        </h2>
        <ul className="grid gap-1">
          {data.rows.map((row) => {
            const { link, about } = line(row);
            return (
              <li key={row.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
                {link}
                <span className="min-w-0 text-sm wrap-anywhere text-ink-soft">{about}</span>
              </li>
            );
          })}
        </ul>
        {data.total > data.rows.length && all}
      </Card>
    </section>
  );
}

const LINK = 'link numeric font-medium touch:py-3';

/**
 * The text shown when nothing is pending: it points to the payments to be paid, or to the limits if the role may set
 * them.
 */
export function NothingWaits() {
  const { data } = useQuery({ ...toBePaidQuery, enabled: useMay()('money:move') });
  if (data && data.total > 0)
    return (
      <Link to="/approvals" search={{ state: 'to_be_paid' }} className={buttonClassName('primary')}>
        {plural(data.total, 'Show {count} payment to be paid', 'Show {count} payments to be paid')}
      </Link>
    );
  return (
    <Allowed to={updateApprovalSettings}>
      <Link to="/settings" className={buttonClassName()}>
        {t('Set approval limits')}
      </Link>
    </Allowed>
  );
}

/**
 * Approved payments that are not recorded yet, each with a link. Empty if there are none or the role may not pay
 * (OWN-08).
 */
export function ToBePaid({ className }: { className?: string }) {
  const query = useQuery({
    ...toBePaidQuery,
    select: ({ approvals, total }) => ({ rows: approvals, total }),
    enabled: useMay()('money:move'),
  });
  return (
    <OpenPayments
      title={t('To be paid')}
      query={query}
      failed={t('Failed to load the payments to be paid')}
      className={className}
      all={
        <Link to="/approvals" search={{ state: 'to_be_paid' }} className="link">
          {t('All payments to be paid')}
        </Link>
      }
      line={({ id, payeeId, payeeName, payeeKind, amountPaise, approvedBy, lapsesAt }) => ({
        link: (
          <Link to="/approvals" search={{ state: 'to_be_paid', approval: id }} className={LINK}>
            {t('{amount} to {name}', {
              amount: formatExactRupees(amountPaise),
              name: personName({ id: payeeId, name: payeeName }, payeeKind === 'user' ? 'user' : 'mechanic'),
            })}
          </Link>
        ),
        about: t('approved by {name}, expires {date}', { name: approvedBy ?? '', date: formatDateTime(lapsesAt) }),
      })}
    />
  );
}

/**
 * Returns who requested a payment and when: "requested by asha@…, 5 Nov 2026, 9:05 am". For the user's own request,
 * the text says that another person decides (TEAM-06).
 */
function requestText(verb: 'created' | 'requested', id: string | null, by: string | null, at: string): string {
  const request = { name: by ?? '–', date: formatDateTime(at) };
  return (
    ownText(id) +
    (verb === 'created' ? t('created by {name}, {date}', request) : t('requested by {name}, {date}', request))
  );
}

const ownText = (requestedById: string | null): string =>
  isOwnRequest(requestedById) ? `${t(WAITING_FOR_ANOTHER)} · ` : '';

const REFUNDS: Readonly<Record<RefundKind, Message>> = {
  full: msg('Full refund of {amount} to {name}'),
  part: msg('Partial refund of {amount} to {name}'),
  goodwill: msg('Goodwill refund of {amount} to {name}'),
  dispute: msg('Dispute of {amount} to {name}'),
};

/** Refunds that are pending approval, with their details. Renders nothing if there are none (TEAM-06, REFD-02). */
export function WaitingRefunds() {
  const query = useQuery(waitingRefundsQuery);
  const [openedId, setOpenedId] = useState<string | null>(null);
  return (
    <>
      {openedId !== null && (
        <RefundDetails
          id={openedId}
          row={query.data?.rows.find(({ id }) => id === openedId)}
          onClose={() => setOpenedId(null)}
        />
      )}
      <OpenPayments
        title={t('Refunds')}
        query={query}
        failed={t('Failed to load the pending refunds')}
        all={
          <Link to="/payments/refunds" search={{ state: 'waiting' }} className="link">
            {t('All pending refunds')}
          </Link>
        }
        line={({ id, kind, amountPaise, customer, requestedById, requestedBy, requestedAt }) => ({
          link: (
            <button type="button" onClick={() => setOpenedId(id)} className={`${LINK} text-left`}>
              {t(REFUNDS[kind], {
                amount: formatExactRupees(amountPaise),
                name: customer?.name?.trim() || t('a guest'),
              })}
            </button>
          ),
          about: requestText('requested', requestedById, requestedBy, requestedAt),
        })}
      />
    </>
  );
}

/**
 * Write-offs that are pending approval, each with a link to its line. Renders nothing if there are none (TEAM-06,
 * RECON-03).
 */
export function WaitingWriteOffs() {
  return (
    <OpenPayments
      title={t('Write-offs')}
      query={useQuery({ ...waitingWriteOffsQuery, enabled: useMay()('settlements:reconcile') })}
      failed={t('Failed to load the pending write-offs')}
      all={
        <Link to="/reconciliation/exceptions" search={{ show: 'write_offs' }} className="link">
          {t('All pending write-offs')}
        </Link>
      }
      line={(row) => ({
        link: (
          <Link to="/reconciliation/exceptions" search={{ show: 'write_offs', line: row.id }} className={LINK}>
            {t('Write-off of {amount}, {day}', {
              amount: formatExactRupees(row.requestedPaise ?? unresolvedPaise(row)),
              day: formatDay(row.day),
            })}
          </Link>
        ),
        about:
          ownText(row.requestedById) +
          t('requested by {name}: {reason}', { name: row.requestedBy ?? '', reason: row.requestReason ?? '' }),
      })}
    />
  );
}

/** Payment runs that are pending approval, each with a link. Renders nothing if there are none (TEAM-06, BANK-01). */
export function WaitingRuns() {
  return (
    <OpenPayments
      title={t('Payment runs')}
      query={useQuery(waitingRunsQuery)}
      failed={t('Failed to load the pending payment runs')}
      all={
        <Link to="/payouts/runs" search={{ state: 'waiting' }} className="link">
          {t('All pending payment runs')}
        </Link>
      }
      line={(run) => ({
        link: (
          <Link to="/payouts/runs" search={{ run: run.id }} className={LINK}>
            {t('Run {number} of {amount}', {
              number: String(run.number),
              amount: formatExactRupees(runTotal(run)),
            })}
          </Link>
        ),
        about: `${plural(run.rowCount, '{count} mechanic', '{count} mechanics')} · ${requestText('created', run.createdById, run.createdBy, run.createdAt)}`,
      })}
    />
  );
}
