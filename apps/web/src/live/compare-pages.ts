/** A list as its query caches it. */
export interface ListedRows {
  readonly rows: readonly object[];
  readonly total?: number;
  readonly page?: number;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whether a cached answer is a list of records that all have ids. */
export function isList(data: unknown): data is ListedRows {
  if (!isRecord(data) || !Array.isArray(data['rows'])) return false;
  const ids = data['rows'].map(idOf);
  return ids.every((id) => id !== '') && new Set(ids).size === ids.length;
}

/** The id of a row, or of the mechanic whom it is about; blank without one. */
export function idOf(row: unknown): string {
  const id = isRecord(row) ? (row['id'] ?? row['mechanicId']) : null;
  return typeof id === 'string' ? id : '';
}

/** What a newer answer makes of a list on the screen. */
export interface Comparison {
  /** The rows on the screen in their order, with their present values. */
  readonly patched: ListedRows;
  /** The ids of the rows whose values changed. */
  readonly changed: readonly string[];
  /** Whether the newer answer has the same rows in the same order. */
  readonly isSameOrder: boolean;
  /** How many records are new. On a later page rows only move up and down. */
  readonly added: number;
}

/** Compares a list on the screen with a newer answer to the same question. */
export function comparePages(shown: ListedRows, next: ListedRows): Comparison {
  const nextById = new Map(next.rows.map((row) => [idOf(row), row]));
  const shownIds = shown.rows.map(idOf);
  const isSameOrder = shownIds.join() === [...nextById.keys()].join();
  const changed = shown.rows.flatMap((row) => {
    const newer = nextById.get(idOf(row));
    return newer !== undefined && JSON.stringify(newer) !== JSON.stringify(row) ? [idOf(row)] : [];
  });
  const rows = shown.rows.map((row) => nextById.get(idOf(row)) ?? row);
  const unseen = next.rows.filter((row) => !shownIds.includes(idOf(row))).length;
  const grown = (next.total ?? next.rows.length) - (shown.total ?? shown.rows.length);
  // On a full page a record that leaves makes room for an older one, which is not new.
  const added = (next.page ?? 1) > 1 ? 0 : Math.max(0, grown, next.total === undefined ? unseen : 0);
  return { patched: isSameOrder ? next : { ...shown, rows }, changed, isSameOrder, added };
}
