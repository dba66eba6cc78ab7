/** A claim and its measurement. */
export interface BenchRow {
  readonly what: string;
  /** The measured value with its unit. */
  readonly ours: string;
  /** The reference value of the same run. */
  readonly reference: string;
  /** The measured value divided by the reference; null if the budget is absolute. */
  readonly ratio: number | null;
  readonly budget: string;
  /** Null if the row has no budget. */
  readonly isMet: boolean | null;
}

function verdict({ isMet }: BenchRow): string {
  if (isMet === null) return '';
  return isMet ? 'pass' : 'FAIL';
}

/** Prints rows as a table. */
export function printRows(rows: readonly BenchRow[]): void {
  const cells = rows.map((row) => [
    row.what,
    row.ours,
    row.reference,
    row.ratio === null ? '' : row.ratio.toFixed(2),
    row.budget,
    verdict(row),
  ]);
  const table = [['what', 'ours', 'reference', 'ratio', 'budget', ''], ...cells];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of table)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** Returns the percentile at a share from 0 to 1. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const wholeMilliseconds = (value: number): string => `${value.toFixed(0)} ms`;
export const milliseconds = (value: number): string => `${value.toFixed(2)} ms`;
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;
export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MB`;
export const formatCount = (value: number): string => Math.round(value).toLocaleString('en-IN');

/** Creates a result row whose value has a fixed limit or none. */
export function limitRow(
  what: string,
  value: number,
  limit: number | null,
  written: (value: number) => string,
): BenchRow {
  return {
    what,
    ours: written(value),
    reference: '',
    ratio: null,
    budget: limit === null ? '' : `≤ ${written(limit)}`,
    isMet: limit === null ? null : value <= limit,
  };
}
