import { maybe, oneOf } from './fields.ts';

/** The kinds of files of an export: text with commas, and a workbook of Excel (VIEW-08). */
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The query key `format` of an export; `csv` where it is missing. */
export const exportFormat = { format: maybe(oneOf(EXPORT_FORMATS)) };

/** The header in which an export says how many rows it has, before they come. */
export const TOTAL_ROWS_HEADER = 'x-total-rows';
