import { type ExportEndpoint, type ExportFormat, TOTAL_ROWS_HEADER } from '@wayside/contract/wire/list-endpoints';
import type { Permission } from '@wayside/contract/wire/permissions';
import type { CallContext } from '../../context.ts';
import { AnswerStream, type Route, route } from '../http/route.ts';
import { whileAllowed } from '../http/session.ts';
import { csvText } from './csv.ts';
import { datedFileName, type ExportTable } from './export-table.ts';
import { readSelection } from './read-selection.ts';
import type { Marked } from './record-export.ts';
import { xlsxBytes } from './xlsx.ts';

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** An export as a file, which ends when its reader may not read it any more (API-17, VIEW-08). */
function sendTable<R>(
  context: CallContext,
  table: ExportTable<R>,
  { format, permission }: { readonly format: ExportFormat | null; readonly permission: Permission },
): AnswerStream {
  const { timeZone } = context.settings;
  const kind = format ?? 'csv';
  const pieces: AsyncIterable<string | Uint8Array> =
    kind === 'xlsx' ? xlsxBytes(table, timeZone) : csvText(table, timeZone);
  const fileName = table.isNamedByDays ? `${table.name}.${kind}` : datedFileName(table.name, kind, context);
  return new AnswerStream(whileAllowed(context, permission, pieces), {
    'content-type': CONTENT_TYPES[kind],
    'content-disposition': `attachment; filename="${fileName}"`,
    [TOTAL_ROWS_HEADER]: String(table.rowCount),
  });
}

/** Binds an export of a list to the verb that reads its table, of marked rows where the query names a selection (VIEW-07). */
export const listExportRoute = <
  Q extends { readonly format: ExportFormat | null; readonly selection: string | null },
  R,
>(
  endpoint: ExportEndpoint<Q>,
  list: string,
  verb: (context: CallContext, input: Omit<Q, 'format' | 'selection'> & Marked) => Promise<ExportTable<R>>,
): Route =>
  route(endpoint, async (context, { query: { format, selection, ...input } }) => {
    const ids = await readSelection(context, { id: selection, list });
    return sendTable(context, await verb(context, { ...input, ids }), { format, permission: endpoint.permission });
  });

/** Binds an export to the verb that reads its table. */
export const exportRoute = <Q extends { readonly format: ExportFormat | null }, R>(
  endpoint: ExportEndpoint<Q>,
  verb: (context: CallContext, input: Omit<Q, 'format'>) => Promise<ExportTable<R>>,
): Route =>
  route(endpoint, async (context, { query: { format, ...input } }) =>
    sendTable(context, await verb(context, input), { format, permission: endpoint.permission }),
  );
