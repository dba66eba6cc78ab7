import { queryOptions, useQuery } from '@tanstack/react-query';
import { ACTIVITY_ENTITIES, type Activity, listActivityActors } from '@wayside/contract/activity';
import { ACTIVITY_LIST } from '@wayside/contract/lists';
import { msg, t, verbatim } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { formatDateTime, orNotAvailable } from '../../lib/format.ts';
import { Timestamp } from '../../list/list-columns.tsx';
import {
  type FixedFilter,
  type ListCard,
  type ListColumn,
  type ListFilter,
  type ListLabels,
  loadError,
  SORT_BY_DATE,
} from '../../list/list-definition.ts';
import { createListExport } from '../../list/list-queries.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { activityUrl } from '../../list/list-urls.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ActivitySentence, Actor } from './activity-entry.tsx';
import { ACTION_OPTIONS, activitySentence, changeLines, entityLabel } from './activity-labels.ts';
import { activity } from './activity-queries.ts';

const MAX_LINES = 2;

function Action({ entry }: { entry: Activity }) {
  return (
    <>
      <span className={entry.note ? 'block truncate' : 'line-clamp-2'} data-tip={activitySentence(entry)}>
        <ActivitySentence entry={entry} />
      </span>
      {entry.note && (
        <span className="block truncate text-ink-soft" data-tip={entry.note}>
          {entry.note}
        </span>
      )}
    </>
  );
}

function Changes({ entry }: { entry: Activity }) {
  const lines = changeLines(entry.changes);
  const tip = lines.join(' · ') || undefined;
  if (lines.length < 2)
    return (
      <span className="numeric line-clamp-2" data-tip={tip}>
        {lines}
      </span>
    );
  const shown = lines.length > MAX_LINES ? lines.slice(0, MAX_LINES - 1) : lines;
  return (
    <div data-tip={tip}>
      {shown.map((line) => (
        <span key={line} className="numeric block truncate">
          {line}
        </span>
      ))}
      {lines.length > shown.length && (
        <span className="block text-ink-soft">{t('and {count} more', { count: lines.length - shown.length })}</span>
      )}
    </div>
  );
}

const ACTIVITY_COLUMNS: readonly ListColumn<Activity>[] = [
  { header: msg('When'), sort: SORT_BY_DATE, width: '13%', lines: 2, cell: (entry) => <Timestamp at={entry.at} /> },
  {
    header: msg('Who'),
    width: '19%',
    cell: (entry) => (
      <span className="block truncate" data-tip={entry.actorEmail ?? undefined}>
        <Actor entry={entry} />
      </span>
    ),
  },
  { header: msg('What'), width: '32%', lines: 2, cell: (entry) => <Action entry={entry} /> },
  {
    header: msg('From | address'),
    width: '11%',
    cell: ({ address }) => (
      <span className="numeric block truncate" data-tip={address ?? undefined}>
        {orNotAvailable(address)}
      </span>
    ),
  },
  { header: msg('Changes'), width: '25%', lines: 2, cell: (entry) => <Changes entry={entry} /> },
];

function activityCard(entry: Activity): ListCard {
  return {
    id: (
      <time dateTime={entry.at} className="numeric">
        {formatDateTime(entry.at)}
      </time>
    ),
    person: (
      <span className="block text-base font-normal whitespace-normal wrap-anywhere">
        <ActivitySentence entry={entry} />
      </span>
    ),
    more: (
      <>
        <span className="block truncate">
          <Actor entry={entry} />
        </span>
        {entry.note && <span className="block truncate">{entry.note}</span>}
        {changeLines(entry.changes)
          .slice(0, MAX_LINES)
          .map((line) => (
            <span key={line} className="numeric block truncate">
              {line}
            </span>
          ))}
      </>
    ),
  };
}

const actorsQuery = queryOptions({
  queryKey: ['activity-actors'],
  queryFn: ({ signal }) => call(listActivityActors, { signal }),
});

const ActivityDetails = lazyPart(() => import('./activity-details.tsx'), 'ActivityDetails');

const LABELS: ListLabels = {
  title: msg('Activity'),
  subtitle: msg('Every change, sign-in, export and command'),
  heading: msg('All Activity'),
  noun: { one: msg('entry'), many: msg('entries') },
  empty: msg('No activity yet. Every change by an administrator appears here.'),
  noMatch: msg('No activity found matching your criteria'),
  error: loadError(
    msg('Error Loading Activity'),
    msg('Failed to load activity'),
    msg('Failed to load activity. Please try again.'),
  ),
};

const FILTERS: readonly ListFilter<'action' | 'entity' | 'actor'>[] = [
  {
    key: 'action',
    label: msg('Action'),
    all: msg('All Actions'),
    options: ACTION_OPTIONS,
  },
  {
    key: 'entity',
    label: msg('Record'),
    all: msg('All Records'),
    options: ACTIVITY_ENTITIES.map((entity) => ({ value: entity, label: entityLabel(entity) })),
  },
];

const FIXED_FILTERS: readonly FixedFilter<'id', Activity>[] = [
  { key: 'id', label: msg('Only'), nameIn: (entry) => entry.entityName },
];

/** The activity log (SECU-05), filtered by day, actor, action and record (PRIV-03). */
export function ActivityScreen() {
  const { data: actors } = useQuery(actorsQuery);
  const options = actors?.rows.map(({ id, email }) => ({ value: id, label: verbatim(email) })) ?? [];
  return (
    <ListScreen
      url={activityUrl}
      query={activity.query}
      counted={activity.counted}
      labels={LABELS}
      exported={createListExport(ACTIVITY_LIST, {
        permission: 'activity:read',
        call: (calls) => calls.exportActivity,
      })}
      filters={[...FILTERS, { key: 'actor', label: msg('Actor'), all: msg('All Actors'), options }]}
      days={{ label: msg('Date') }}
      fixedFilters={FIXED_FILTERS}
      selectable={{ list: 'activity' }}
      columns={ACTIVITY_COLUMNS}
      card={activityCard}
      idOf={(entry: Activity) => entry.id}
      nameOf={(entry: Activity) => t('activity {id}', { id: entry.id })}
      details={(id, row, close) => <ActivityDetails id={id} row={row} onClose={close} />}
    />
  );
}
