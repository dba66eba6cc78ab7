import type { ExportFormat } from '@wayside/contract/export-format';
import * as calls from '@wayside/contract/exports';
import { type Downloaded, downloadTable } from '../lib/download.ts';
import type { ListExport } from './list-export.ts';

interface RunExportInput {
  readonly format: ExportFormat;
  readonly signal: AbortSignal;
  readonly onDownload: (downloaded: Downloaded) => void;
}

/** Exports a list to a file. @returns its name @throws ApiError, and whatever aborts it */
export function runExport({ name, call }: ListExport, { format, ...input }: RunExportInput): Promise<string> {
  const { endpoint, query } = call(calls);
  return downloadTable(endpoint, { ...input, query: { ...query, format }, fileName: `${name}.${format}` });
}
