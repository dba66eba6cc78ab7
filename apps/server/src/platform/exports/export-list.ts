import type { ActorContext } from '../../context.ts';
import type { ListFilters, ListShape } from '../db/list-shape.ts';
import { eachPageOfList, readPage } from '../db/read-page.ts';
import type { ExportColumn, ExportTable } from './export-table.ts';
import { type ExportFilters, recordExport, type SelectedIds } from './record-export.ts';

interface ListExport<R> {
  /** "payments". */
  readonly name: string;
  readonly columns: readonly ExportColumn<R>[];
  readonly shape: ListShape;
  readonly filters: ListFilters;
  /** The requested filters, for the activity log. */
  readonly requestedFilters: ExportFilters & Partial<SelectedIds>;
}

/** Exports the filtered or selected rows of a list as a table (VIEW-07, VIEW-08). */
export async function exportList<R>(
  context: ActorContext,
  { name, columns, shape, filters: filtered, requestedFilters }: ListExport<R>,
): Promise<ExportTable<R>> {
  const { database } = context;
  const { sort } = filtered;
  const listed: ListFilters = requestedFilters.ids
    ? { status: null, search: null, ids: requestedFilters.ids, ...(sort === undefined ? {} : { sort }) }
    : filtered;
  const { total: rowCount } = await readPage(database, shape, { ...listed, page: 1, limit: 1 });
  const pages = eachPageOfList<R>(database, shape, listed);
  // Reads the first page before logging the export, so that an export of the activity log omits its own entry.
  const first = await pages.next();
  await recordExport(context, { table: name, filters: requestedFilters, rowCount });
  return { name, columns, rowCount, pages: continued(first, pages) };
}

interface RecordsExport<R> {
  readonly name: string;
  readonly columns: readonly ExportColumn<R>[];
  readonly rows: readonly NoInfer<R>[];
  readonly searchTexts: (row: R) => readonly (string | null)[];
  readonly requestedFilters: ExportFilters & { readonly search: string | null };
}

/** Exports records that are already in memory and contain the search text, as a table (VIEW-08). */
export async function exportRecords<R>(
  context: ActorContext,
  { name, columns, rows, searchTexts, requestedFilters }: RecordsExport<R>,
): Promise<ExportTable<R>> {
  const search = requestedFilters.search?.trim().toLowerCase() ?? '';
  const found = rows.filter((row) => searchTexts(row).some((text) => (text ?? '').toLowerCase().includes(search)));
  await recordExport(context, { table: name, filters: requestedFilters, rowCount: found.length });
  return { name, columns, rowCount: found.length, pages: [found] };
}

async function* continued<R>(first: IteratorResult<R[], void>, rest: AsyncGenerator<R[], void>) {
  if (first.done) return;
  yield first.value;
  for await (const rows of rest) yield rows;
}
