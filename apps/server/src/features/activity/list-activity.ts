import type { ActivityActor } from '@wayside/contract/activity';
import { type Activity, COMMAND_LINE_ID } from '@wayside/contract/activity';
import { ACTIVITY_LIST } from '@wayside/contract/lists';
import type { ReadRows } from '@wayside/contract/wire/paging';
import { asc } from 'drizzle-orm';
import type { AppContext } from '../../context.ts';
import type { ListShape } from '../../platform/db/list-shape.ts';
import { findRecord } from '../../platform/db/read-record.ts';
import { admins } from '../../platform/db/schema/session.ts';
import { textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import { definedList } from '../../platform/lists/defined-list.ts';
import { activitySelect } from '../../records/activity.ts';

/** The list of activity entries, newest first. */
export const ACTIVITY_SHAPE: ListShape = {
  name: 'list-activity',
  ...activitySelect,
  orderBy: 'at',
  counter: 'activity',
  statusColumn: 'action',
  searchColumns: [],
  combined: {
    counter: 'activity by record',
    status: 'activity_counter_key',
    columns: ['entity', 'action', 'actor_id'],
  },
};

const text = textColumn<Activity>;

/**
 * Formats the changes of an entry as text, for example "status: pending → approved; remarks: All documents received".
 */
const changesText = ({ changes }: Activity): string | null =>
  changes
    .map(({ field, before, after }) => `${field}: ${before === null ? '' : `${before} → `}${after ?? ''}`)
    .join('; ') || null;

const COLUMNS = [
  text('Number', ({ id }) => id),
  timestampColumn<Activity>('Time', ({ at }) => at),
  text('Actor', ({ actorEmail }) => actorEmail),
  text('Actor ID', ({ actorId }) => actorId),
  text('Address', ({ address }) => address),
  text('Action', ({ action }) => action),
  text('Record', ({ entity }) => entity),
  text('Record ID', ({ entityId }) => entityId),
  text('Changes', changesText),
  text('Remarks', ({ note }) => note),
  text('Hash', ({ hash }) => hash),
];

/** List, counts and export of the activity log (API-17, PRIV-03, VIEW-08). */
export const activityList = definedList<Activity, typeof ACTIVITY_LIST>({
  definition: ACTIVITY_LIST,
  shape: ACTIVITY_SHAPE,
  filters: {
    entity: { column: 'entity' },
    entityId: { column: 'entity_id' },
    actorId: { column: 'actor_id' },
    action: 'status',
  },
  columns: COLUMNS,
});

/** Returns an activity entry by its id, which is its position in the chain (API-17). @throws 404 */
export const getActivity = ({ database }: AppContext, id: string): Promise<Activity> =>
  findRecord(database, ACTIVITY_SHAPE, id, 'activity');

/**
 * Returns the actors by which the log can be filtered: every administrator, by email, and the command line (PRIV-03).
 */
export async function listActors({ database }: Pick<AppContext, 'database'>): Promise<ReadRows<ActivityActor>> {
  const rows = await database.orm
    .select({ id: admins.id, email: admins.email })
    .from(admins)
    .orderBy(asc(admins.email), asc(admins.id));
  return { rows: [...rows, { id: COMMAND_LINE_ID, email: 'Command line' }] };
}
