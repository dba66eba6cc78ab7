import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TimelineEntry } from '@wayside/contract/timeline';
import { useState } from 'react';
import { isOwnServer } from '../../lib/config.ts';
import { formatDateTime, formatExactRupees, NOT_AVAILABLE } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { StatusBadge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { RetryNote } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { entryLabel, entryLink, type TimelineOwner } from './entry-labels.ts';
import { timelineQuery } from './timeline-queries.ts';

const DOTS: Readonly<Record<Tone, string>> = {
  neutral: 'before:bg-neutral-dot',
  info: 'before:bg-info-dot',
  success: 'before:bg-success-dot',
  warning: 'before:bg-warning-dot',
  danger: 'before:bg-danger-dot',
};

interface TimelineProps extends TimelineOwner {
  /** It is inside a section that has a heading. */
  isPart?: boolean;
}

/** What happened to a record, newest first, twenty entries at a time (PEOP-02); nothing at a provider without it. */
export function Timeline({ isPart = false, ...owner }: TimelineProps) {
  if (!isOwnServer()) return null;
  return (
    <section aria-label="Timeline" className="grid grid-cols-1 content-start gap-2">
      {!isPart && <h3 className="font-semibold">Timeline</h3>}
      <ol aria-label="Timeline" className="grid grid-cols-1">
        <EntriesBefore key={owner.id} owner={owner} before={null} />
      </ol>
    </section>
  );
}

/** A page of entries, and the pages after it that are shown: each knows its cursor from the page before. */
function EntriesBefore({ owner, before }: { owner: TimelineOwner; before: string | null }) {
  const query = useQuery(timelineQuery(owner.entity, owner.id, before));
  const failure = useFailedLoad(query, 'Failed to load the timeline');
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
            <Button onClick={() => setIsContinued(true)}>Show more</Button>
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
        // A line joins the dots.
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
          <span className="text-sm text-ink-soft">{NOT_AVAILABLE}</span>
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
      {entry.by && <p className="text-sm text-ink-soft wrap-anywhere">by {entry.by}</p>}
    </li>
  );
}

/** As high as five short entries. */
function EntrySkeletons() {
  return ['first', 'second', 'third', 'fourth', 'fifth'].map((place) => (
    <li key={place} aria-hidden="true" className="flex h-11 justify-between pt-1">
      <Skeleton className="h-3 w-40" />
      <Skeleton className="h-3 w-28" />
    </li>
  ));
}
