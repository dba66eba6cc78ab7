import * as calls from '@wayside/contract/exports';
import { createSelection } from '@wayside/contract/exports';
import type { ExportFormat } from '@wayside/contract/wire/list-endpoints';
import { call as callApi } from '../lib/api.ts';
import { type Downloaded, downloadTable } from '../lib/download.ts';
import { formatCount } from '../lib/format.ts';
import type { ListExport } from './list-export.ts';

interface RunExportInput {
  readonly format: ExportFormat;
  readonly signal: AbortSignal;
  readonly onDownload: (downloaded: Downloaded) => void;
}

/** Exports a list to a file. @returns its name, and what is not in it @throws ApiError, and whatever aborts it */
export async function runExport(
  { name, marked, call }: ListExport,
  { format, ...input }: RunExportInput,
): Promise<string> {
  const { endpoint, query } = call(calls);
  // The ids of many rows are too long for an address.
  const selection = marked && (await callApi(createSelection, { body: marked, signal: input.signal })).id;
  const { name: saved, rows } = await downloadTable(endpoint, {
    ...input,
    query: { ...query, ...(selection ? { selection } : {}), format },
    fileName: `${name}.${format}`,
  });
  const missing = (marked?.ids.length ?? rows) - rows;
  // No selected row is excluded silently (VIEW-07).
  return missing > 0 ? `${saved}, without ${formatCount(missing)} selected rows that no longer exist` : saved;
}
