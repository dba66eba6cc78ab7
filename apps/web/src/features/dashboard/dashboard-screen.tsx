import { useQuery } from '@tanstack/react-query';
import type { getDashboard } from '@wayside/contract/dashboard';
import type { ResponseOf } from '@wayside/contract/wire/endpoint';
import { RotateCw } from 'lucide-react';
import { msg, t } from '../../languages/text.ts';
import { ApiError } from '../../lib/api-error.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatDate } from '../../lib/format.ts';
import { attentionQuery } from '../../lib/invalidate-money.ts';
import { useRetry } from '../../lib/use-retry.ts';
import { UnreadableNote } from '../../list/loaded-section.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { ChartCardSkeleton, Charts } from './charts.tsx';
import { dashboardQuery } from './dashboard-queries.ts';
import { StatCard, StatCardSkeleton } from './stat-card.tsx';

const CARD_COUNT = 5;
/** Polls, because a booking becomes overdue without an event. Hidden windows do not refetch. */
const ATTENTION_MS = 60_000;
const CARDS =
  'grid grid-cols-2 gap-3 lg:grid-cols-5 max-lg:[&>:last-child:nth-child(odd)]:col-span-2 other-language:max-[26rem]:*:col-span-2';
const CHARTS = 'grid grid-cols-1 gap-3 lg:grid-cols-2';

/** Returns the message of DASH-05 for a rejected request or any other failure. */
function failureMessage(error: unknown): string {
  if (!(error instanceof ApiError))
    return t('Error fetching dashboard data: {reason}', {
      reason: error instanceof Error ? error.message : String(error),
    });
  if (error.kind === 'rejected') return error.serverMessage ?? t('Failed to fetch dashboard data');
  return t('Error fetching dashboard data: {reason}', {
    reason: error.serverMessage ?? error.message,
  });
}

/** The business at a glance (DASH-01 to DASH-07). */
export function DashboardScreen() {
  const query = useQuery(dashboardQuery);
  const isOurs = isOwnServer();
  const attention = useQuery({ ...attentionQuery, enabled: isOurs, refetchInterval: ATTENTION_MS });
  const { failure, isRetrying, retry } = useRetry(query);
  // The dashboard never shows stale stats after a failed refresh.
  const shownFailure = query.error ?? failure;
  // Shows both parts at once, so that neither moves the other. A failure of one part does not delay the other.
  const isSettled =
    !isOurs || attention.data !== undefined || attention.failureCount + attention.errorUpdateCount > 0;
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title={t('Dashboard')}
        subtitle={t('Welcome. Today is {date}', { date: formatDate(new Date()) })}
        actions={
          <Button
            icon={<RotateCw className="size-4" />}
            pending={query.isFetching && !query.isPending}
            onClick={() => {
              void retry();
              if (isOurs) void attention.refetch();
            }}
          >
            {t('Refresh')}
          </Button>
        }
      />
      {shownFailure !== null ? (
        <ErrorCard
          title={t('Error Loading Dashboard')}
          message={failureMessage(shownFailure)}
          retryLabel={t('Retry')}
          pending={isRetrying}
          onRetry={retry}
        />
      ) : (
        <>
          {isOurs && isSettled && query.data && (
            <AttentionPanel
              items={attention.data}
              isRetrying={attention.isFetching}
              onRetry={() => void attention.refetch()}
            />
          )}
          <Stats answer={isSettled ? query.data : undefined} />
          <UnreadableNote count={query.data?.unreadable} noun={{ one: msg('figure'), many: msg('figures') }} />
        </>
      )}
    </div>
  );
}

function Stats({ answer: response }: { answer: ResponseOf<typeof getDashboard> | undefined }) {
  return (
    <>
      <p role="status" className="sr-only">
        {!response && t('Loading the dashboard')}
      </p>
      <div key={response ? 'cards' : 'skeletons'} className={CARDS} aria-busy={!response}>
        {response
          ? // biome-ignore lint/suspicious/noArrayIndexKey: a provider may send two cards of one title
            response.stats.map((stat, index) => <StatCard key={index} stat={stat} />)
          : // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            Array.from({ length: CARD_COUNT }, (_, index) => <StatCardSkeleton key={index} />)}
      </div>
      <div key={response ? 'charts' : 'shapes'} className={CHARTS}>
        {response ? (
          <Charts charts={response.charts} />
        ) : (
          <>
            <ChartCardSkeleton />
            <ChartCardSkeleton />
          </>
        )}
      </div>
    </>
  );
}
