import type { ActivityEntity, FieldValue } from '@wayside/contract/activity';
import type { ActorContext } from '../../context.ts';
import { toFieldChanges } from '../db/activity-entry.ts';
import { recordActivity } from '../db/record-activity.ts';

/** The requested filters by their names in the API. */
export type ExportFilters = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;

/** The ids of the selected rows; null if the rows are filtered (VIEW-07). */
export interface SelectedIds {
  readonly ids: readonly string[] | null;
}

interface RecordExportInput {
  /** The exported table: "payments". */
  readonly table: string;
  readonly parentRecord?: { readonly entity: ActivityEntity; readonly id: string };
  readonly filters: ExportFilters & Partial<SelectedIds>;
  readonly rowCount: number;
}

/** Text with both digits and letters from a to f is part of an id, never of a name or phone number. */
const PART_OF_ID = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{1,24}$/i;

/** Hides searches for a name or phone number, which the activity log must not contain (USER-06). */
const loggedSearch = (search: string): string => (PART_OF_ID.test(search) ? search : 'a name or phone number');

/** Logs an export with its table, filters and number of rows before the first row is sent (PRIV-03). */
export function recordExport(
  { database, actor, now }: ActorContext,
  { table, parentRecord, filters, rowCount }: RecordExportInput,
): Promise<void> {
  const given = Object.entries(filters).flatMap(([field, value]): [string, FieldValue][] => {
    if (value === undefined || value === null || value === '') return [];
    if (field === 'ids' && typeof value === 'object') return [['marked', value.length]];
    if (typeof value === 'object') return [[field, value.join(', ')]];
    return [[field, field === 'search' ? loggedSearch(String(value)) : value]];
  });
  return database.transaction((client) =>
    recordActivity(client, actor, now(), {
      action: 'exported',
      entity: parentRecord?.entity ?? 'export',
      entityId: parentRecord?.id ?? null,
      changes: toFieldChanges({ table, ...Object.fromEntries(given), rows: rowCount }),
    }),
  );
}
