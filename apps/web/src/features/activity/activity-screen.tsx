import { ACTIVITY_ACTIONS, ACTIVITY_ENTITIES, type Activity } from '@wayside/contract/activity';
import { type FixedFilter, type ListFilter, type ListLabels, loadError } from '../../list/list-definition.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { actionLabel, entityLabel } from '../../people/activity-labels.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ACTIVITY_COLUMNS, activityCard } from './activity-columns.tsx';
import { activityQuery, activityUrl } from './activity-queries.ts';

const ActivityDetails = lazyPart(() => import('./activity-details.tsx'), 'ActivityDetails');

const LABELS: ListLabels = {
  title: 'Activity',
  subtitle: 'Every change by an administrator, newest first',
  heading: 'All Activity',
  noun: { one: 'entry', many: 'entries' },
  empty: 'Nothing has been done yet. Every change by an administrator will stand here.',
  noMatch: 'No activity found matching your criteria',
  error: loadError(
    'Error Loading Activity',
    'Failed to load activity',
    'Failed to load activity. Please try again.',
  ),
};

const FILTERS: readonly ListFilter<'action' | 'entity'>[] = [
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

const FIXED_FILTERS: readonly FixedFilter<'id' | 'actor', Activity>[] = [
  { key: 'id', label: 'Only', nameIn: (entry) => entry.entityName },
  { key: 'actor', label: 'By', nameIn: (entry) => entry.actorEmail },
];

/** The activity log (SECU-05). */
export function ActivityScreen() {
  return (
    <ListScreen
      url={activityUrl}
      query={activityQuery}
      labels={LABELS}
      filters={FILTERS}
      fixedFilters={FIXED_FILTERS}
      columns={ACTIVITY_COLUMNS}
      card={activityCard}
      idOf={(entry: Activity) => entry.id}
      nameOf={(entry: Activity) => `activity ${entry.id}`}
      details={(id, row, close) => <ActivityDetails id={id} row={row} onClose={close} />}
    />
  );
}
