import { listUrl } from '../../list/list-url.ts';

/**
 * The URL of the activity log: page, action, entity, id of the entity, actor, days, order, and the open row (NAV-09). The server
 * finds nothing under an unknown action or entity, whose names would otherwise come with every screen.
 */
export const activityUrl = listUrl({
  list: 'activity',
  filters: { action: 'id', entity: 'id', id: 'id', actor: 'id' },
  hasDays: true,
  sorts: ['-date', 'date'],
  details: 'row',
});
