import type { ActivityEntity, FieldValue } from '@wayside/contract/activity';
import type { ActorContext } from '../../context.ts';
import { statedFields } from '../db/activity-entry.ts';
import { recordActivity } from '../db/record-activity.ts';

/** What an export is asked for, by the names of the contract. */
export type ExportFilters = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;

/** The rows that are marked, instead of those that filters leave; null for those (VIEW-07). */
export interface Marked {
  readonly ids: readonly string[] | null;
}

interface RecordExportInput {
  /** "payments". */
  readonly table: string;
  /** The record whose rows they are. */
  readonly of?: { readonly entity: ActivityEntity; readonly id: string };
  readonly filters: ExportFilters & Partial<Marked>;
  readonly rowCount: number;
}

/** A name has no digit, a phone number no letter: what has both is a part of an id. */
const PART_OF_ID = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{1,24}$/i;

/** A search that may be a name or a phone number is logged as such: the log does not hold them (USER-06). */
const loggedSearch = (search: string): string => (PART_OF_ID.test(search) ? search : 'a name or phone number');

/** Logs an export before its first row goes out: which table, under which filters, how many rows (PRIV-03). */
export function recordExport(
  { database, actor, now }: ActorContext,
  { table, of, filters, rowCount }: RecordExportInput,
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
      entity: of?.entity ?? 'export',
      entityId: of?.id ?? null,
      changes: statedFields({ table, ...Object.fromEntries(given), rows: rowCount }),
    }),
  );
}
