import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Activity, type ActivityEntity, listActivity } from '@wayside/contract/activity';
import { RotateCw } from 'lucide-react';
import { useId } from 'react';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatDateTime } from '../../lib/format.ts';
import { UNCACHED_OPTIONS } from '../../lib/query-client.ts';
import { useMay } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { actionLabel, changeLines } from '../activity/activity-labels.ts';
import { HISTORY_KEY } from './person-queries.ts';

const SHOWN_ENTRIES = 5;

function historyQuery(entity: ActivityEntity, id: string, limit: number) {
  const query = {
    page: 1,
    limit,
    entity,
    entityId: id,
    actorId: null,
    action: null,
    from: null,
    to: null,
    sort: null,
  };
  return queryOptions({
    queryKey: [HISTORY_KEY, query],
    queryFn: ({ signal }) => call(listActivity, { query, signal }),
    ...UNCACHED_OPTIONS,
  });
}

interface PersonHistoryProps {
  entity: 'user' | 'mechanic';
  id: string;
  /** The number of entries to show. */
  length?: number;
}

/**
 * The latest activity entries about a person, with remarks (MECH-12). Renders nothing with an external provider or if
 * the role may not read the log.
 */
export function PersonHistory(props: PersonHistoryProps) {
  const mayRead = useMay()('activity:read');
  return isOwnServer() && mayRead ? <History {...props} /> : null;
}

function History({ entity, id, length = SHOWN_ENTRIES }: PersonHistoryProps) {
  const headingId = useId();
  const query = useQuery(historyQuery(entity, id, length));
  const { data } = query;
  return (
    <section aria-labelledby={headingId} aria-busy={query.isPending} className="grid grid-cols-1 gap-1">
      <div className="flex min-h-6 items-center justify-between gap-3 pb-1">
        <h3 id={headingId} className="font-semibold">
          {t('History')}
        </h3>
        {data && data.total > 0 && (
          <Link to="/activity" search={{ entity, id }} className="link numeric">
            {t('Show all ({total})', { total: data.total })}
          </Link>
        )}
      </div>
      <div className="min-h-28">
        {query.isPending && <HistorySkeleton />}
        {query.isError && !data && (
          <div role="alert" className="flex flex-wrap items-center gap-3 border-t border-line py-2">
            <p className="min-w-0 flex-1 text-danger-text">
              {failureText(query.error, t('Failed to load the history'))}
            </p>
            <Button
              icon={<RotateCw className="size-4" />}
              pending={query.isFetching}
              onClick={() => void query.refetch()}
            >
              {t('Try Again')}
            </Button>
          </div>
        )}
        {data?.total === 0 && <p className="border-t border-line py-2 text-ink-soft">{t('No activity yet.')}</p>}
        {data && data.rows.length > 0 && (
          <ol aria-labelledby={headingId}>
            {data.rows.map((entry) => (
              <HistoryEntry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

function HistoryEntry({ entry }: { entry: Activity }) {
  // Boolean changes are excluded, because the action already describes them.
  const [changes] = changeLines(entry.changes.filter(({ after }) => typeof after !== 'boolean'));
  return (
    <li className="grid grid-cols-1 gap-0.5 border-t border-line py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{actionLabel(entry.action)}</span>
        <time dateTime={entry.at} className="numeric text-ink-soft">
          {formatDateTime(entry.at)}
        </time>
      </div>
      <p className="truncate text-ink-soft" data-tip={entry.actorEmail ?? undefined}>
        {entry.actorEmail ? t('by {person}', { person: entry.actorEmail }) : t('by the command line')}
      </p>
      {changes && (
        <p className="truncate text-ink-soft" data-tip={changes}>
          {changes}
        </p>
      )}
      {entry.note && <p className="wrap-anywhere whitespace-pre-line">{entry.note}</p>}
    </li>
  );
}

/** As high as two entries, the minimum height of a history. */
function HistorySkeleton() {
  return ['first', 'second'].map((place) => (
    <div key={place} className="grid gap-2 border-t border-line py-3">
      <div className="flex justify-between">
        <Skeleton className="h-3 w-20" />
        <Skeleton className="h-3 w-32" />
      </div>
      <Skeleton className="h-3 w-44" />
    </div>
  ));
}
