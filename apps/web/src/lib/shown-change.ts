import type { Page } from '@wayside/contract/wire/paging';
import { queryClient } from './query-client.ts';

interface WithId {
  readonly id: string;
}

/** How a kind of record is kept in the query cache: `[list, …]` holds pages of it, `[one, id]` a single one. */
export interface RecordKeys {
  readonly list: string;
  readonly one: string;
}

/** Shows a change of a record at once wherever it is on a screen, without asking the server. */
export function showChange<R extends WithId>(keys: RecordKeys, id: string, change: Partial<R>): void {
  const changed = (record: R): R => (record.id === id ? { ...record, ...change } : record);
  queryClient.setQueriesData<Page<R>>(
    { queryKey: [keys.list] },
    (page) => page && { ...page, rows: page.rows.map(changed) },
  );
  queryClient.setQueriesData<R | null>({ queryKey: [keys.one, id] }, (record) => record && changed(record));
}

/** Loads what is on a screen of these records again: after a change whose consequences only the server knows. */
export function reloadShown(keys: RecordKeys): Promise<unknown> {
  queryClient.removeQueries({ queryKey: [keys.list], type: 'inactive' });
  queryClient.removeQueries({ queryKey: [keys.one], type: 'inactive' });
  return Promise.all(
    [keys.list, keys.one].map((key) => queryClient.refetchQueries({ queryKey: [key], type: 'active' })),
  );
}
