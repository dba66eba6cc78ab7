import type { Activity } from '@wayside/contract/activity';
import type { ActorContext } from '../../context.ts';
import { exportList } from '../../platform/exports/export-list.ts';
import { type ExportTable, textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import type { Marked } from '../../platform/exports/record-export.ts';
import { ACTIVITY_LIST, type ActivityFilters, activityUnder } from './list-activity.ts';

const text = textColumn<Activity>;

/** "status: pending → approved; remarks: All papers are there" */
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

/** The filtered activity log as a table (PRIV-03). The entry of the export itself is not in it. */
export const exportActivity = (
  context: ActorContext,
  input: ActivityFilters & Marked,
): Promise<ExportTable<Activity>> =>
  exportList(context, {
    name: 'activity',
    columns: COLUMNS,
    shape: ACTIVITY_LIST,
    listed: activityUnder(input),
    asked: { ...input },
  });
