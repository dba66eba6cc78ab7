import { type ExportEndpoint, type ExportFormat, TOTAL_ROWS_HEADER } from '@wayside/contract/wire/list-endpoints';
import type { Permission } from '@wayside/contract/wire/permissions';
import { z } from 'zod';
import { badRequest, fieldError } from '../../api-error.ts';
import type { CallContext } from '../../context.ts';
import { defineStatement, sampleOf } from '../db/statement.ts';
import { ResponseStream, type Route, route } from '../http/route.ts';
import { requireSession, whileAllowed } from '../http/session.ts';
import { csvText, datedFileName, type ExportTable } from './export-table.ts';
import type { SelectedIds } from './record-export.ts';
import { xlsxBytes } from './xlsx.ts';

const READ_SELECTION = defineStatement({
  name: 'read-selection',
  text: 'SELECT ids FROM selections WHERE id = $1 AND admin_id = $2 AND list = $3 AND created_at > $4',
  row: z.object({ ids: z.array(z.string()) }),
  example: [sampleOf('selections'), sampleOf('selections', 'admin_id'), 'users', new Date(0)],
});

/** One hour. The export usually follows at once, but may be repeated. */
export const SELECTION_TTL_MS = 3_600_000;

/**
 * Returns the caller's selected rows (VIEW-07); null without a selection.
 * @throws 400 if the selection is not the caller's, is for another list, or has expired
 */
export async function readSelection(
  context: CallContext,
  { id, list }: { readonly id: string | null; readonly list: string },
): Promise<readonly string[] | null> {
  if (id === null) return null;
  const [found] = await context.database.rows(READ_SELECTION, [
    id,
    requireSession(context).admin.id,
    list,
    new Date(context.now().getTime() - SELECTION_TTL_MS),
  ]);
  if (!found) throw badRequest([fieldError('selection', 'selection_expired')]);
  return found.ids;
}

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Sends a table as a file. The response ends if the caller loses the permission (API-17, VIEW-08). */
function sendTable<R>(
  context: CallContext,
  table: ExportTable<R>,
  { format, permission }: { readonly format: ExportFormat | null; readonly permission: Permission },
): ResponseStream {
  const { timeZone } = context.settings;
  const kind = format ?? 'csv';
  const pieces: AsyncIterable<string | Uint8Array> =
    kind === 'xlsx' ? xlsxBytes(table, timeZone) : csvText(table, timeZone);
  const fileName = table.isNamedByDays ? `${table.name}.${kind}` : datedFileName(table.name, kind, context);
  return new ResponseStream(whileAllowed(context, permission, pieces), {
    'content-type': CONTENT_TYPES[kind],
    'content-disposition': `attachment; filename="${fileName}"`,
    [TOTAL_ROWS_HEADER]: String(table.rowCount),
  });
}

/** Creates the route of a list's export and passes it the selected rows (VIEW-07). */
export const listExportRoute = <
  Q extends { readonly format: ExportFormat | null; readonly selection: string | null },
  R,
>(
  endpoint: ExportEndpoint<Q>,
  list: string,
  verb: (context: CallContext, input: Omit<Q, 'format' | 'selection'> & SelectedIds) => Promise<ExportTable<R>>,
): Route =>
  route(endpoint, async (context, { query: { format, selection, ...input } }) => {
    const ids = await readSelection(context, { id: selection, list });
    return sendTable(context, await verb(context, { ...input, ids }), { format, permission: endpoint.permission });
  });

/** Creates the route of an export. */
export const exportRoute = <Q extends { readonly format: ExportFormat | null }, R>(
  endpoint: ExportEndpoint<Q>,
  verb: (context: CallContext, input: Omit<Q, 'format'>) => Promise<ExportTable<R>>,
): Route =>
  route(endpoint, async (context, { query: { format, ...input } }) =>
    sendTable(context, await verb(context, input), { format, permission: endpoint.permission }),
  );
