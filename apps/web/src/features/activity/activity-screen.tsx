import { queryOptions, useQuery } from '@tanstack/react-query';
import { ACTIVITY_ACTIONS, ACTIVITY_ENTITIES, type Activity, listActivityActors } from '@wayside/contract/activity';
import { ACTIVITY_LIST } from '@wayside/contract/lists';
import { call } from '../../lib/api.ts';
import { type FixedFilter, type ListFilter, type ListLabels, loadError } from '../../list/list-definition.ts';
import { listExport } from '../../list/list-queries.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { activityUrl } from '../../list/list-urls.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ACTIVITY_COLUMNS, activityCard } from './activity-columns.tsx';
import { actionLabel, entityLabel } from './activity-labels.ts';
import { activity } from './activity-queries.ts';

/** Who the log can be filtered by (PRIV-03). */
const actorsQuery = queryOptions({
  queryKey: ['activity actors'],
  queryFn: ({ signal }) => call(listActivityActors, { signal }),
});

const ActivityDetails = lazyPart(() => import('./activity-details.tsx'), 'ActivityDetails');

const LABELS: ListLabels = {
  title: 'Activity',
  subtitle: 'Every change, sign-in, export and command',
  heading: 'All Activity',
  noun: { one: 'entry', many: 'entries' },
  empty: 'No activity yet. Every change by an administrator appears here.',
  noMatch: 'No activity found matching your criteria',
  error: loadError(
    'Error Loading Activity',
    'Failed to load activity',
    'Failed to load activity. Please try again.',
  ),
};

const FILTERS: readonly ListFilter<'action' | 'entity' | 'actor'>[] = [
  {
    key: 'action',
    label: 'Action',
    all: 'All Actions',
    options: ACTIVITY_ACTIONS.map((action) => ({ value: action, label: actionLabel(action) })),
  },
  {
    key: 'entity',
    label: 'Record',
    all: 'All Records',
    options: ACTIVITY_ENTITIES.map((entity) => ({ value: entity, label: entityLabel(entity) })),
  },
];

const FIXED_FILTERS: readonly FixedFilter<'id', Activity>[] = [
  { key: 'id', label: 'Only', nameIn: (entry) => entry.entityName },
];

/** The activity log (SECU-05), filtered by day, actor, action and record (PRIV-03). */
export function ActivityScreen() {
  const { data: actors } = useQuery(actorsQuery);
  const options = actors?.rows.map(({ id, email }) => ({ value: id, label: email })) ?? [];
  return (
    <ListScreen
      url={activityUrl}
      query={activity.query}
      counted={activity.counted}
      labels={LABELS}
      exported={listExport(ACTIVITY_LIST, { permission: 'activity:read', call: (calls) => calls.exportActivity })}
      filters={[...FILTERS, { key: 'actor', label: 'Actor', all: 'All Actors', options }]}
      days={{ label: 'Days' }}
      fixedFilters={FIXED_FILTERS}
      selectable={{ list: 'activity' }}
      columns={ACTIVITY_COLUMNS}
      card={activityCard}
      idOf={(entry: Activity) => entry.id}
      nameOf={(entry: Activity) => `activity ${entry.id}`}
      details={(id, row, close) => <ActivityDetails id={id} row={row} onClose={close} />}
    />
  );
}
