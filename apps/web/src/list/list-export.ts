import type { SelectableListName } from '@wayside/contract/exports';
import type { ExportEndpoint, ExportFormat } from '@wayside/contract/wire/list-endpoints';
import type { Permission } from '@wayside/contract/wire/permissions';

export type ExportCalls = typeof import('@wayside/contract/exports');

export interface TableCall {
  // biome-ignore lint/suspicious/noExplicitAny: `tableCall` has checked the query
  readonly endpoint: ExportEndpoint<any>;
  readonly query: object;
}

/** The export of a list (VIEW-08). */
export interface ListExport {
  readonly name: string;
  readonly permission: Permission;
  /** Limits the export to these selected rows (VIEW-07). */
  readonly selected?: { readonly list: SelectableListName; readonly ids: readonly string[] };
  readonly call: (calls: ExportCalls) => TableCall;
}

/** Pairs the call of an export with its query. */
export const tableCall = <Q extends { readonly format: ExportFormat | null }>(
  endpoint: ExportEndpoint<Q>,
  query: Omit<Q, 'format' | 'selection'>,
): TableCall => ({ endpoint, query });
