import { counted } from '../../counted.ts';
import type { Counter } from './import-file.ts';
import type { ImportResult } from './import-folder.ts';

const HEADINGS = ['collection', 'read', 'new', 'changed', 'same', 'rejected'];

function table(counters: ReadonlyMap<string, Counter>): string[] {
  const rows = [...counters].map(([name, { read, added, changed, same, rejected }]) => [
    name,
    ...[read, added, changed, same, rejected].map(String),
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  return [HEADINGS, ...rows].map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

function notes(counters: ReadonlyMap<string, Counter>): string[] {
  return [...counters].flatMap(
    ([name, { deleted, stale, roundedAmounts, withoutTransactionId, missingReferences }]) => [
      ...(deleted > 0 ? [`${name}: ${counted(deleted, 'record')} deleted, as in the source`] : []),
      ...(stale > 0 ? [`${name}: ${counted(stale, 'record')} older than what is here, skipped`] : []),
      ...(roundedAmounts > 0 ? [`${name}: ${roundedAmounts} amounts rounded to a paisa`] : []),
      ...(withoutTransactionId > 0
        ? [`${name}: ${counted(withoutTransactionId, 'payout')} without a transaction id`]
        : []),
      ...(missingReferences > 0
        ? [`${name}: ${missingReferences} references to records that are not here (they read N/A)`]
        : []),
    ],
  );
}

/** The report of an import: a table, notes, unread files, and the path of the rejected records. */
export function reportText(
  { counters, unread, rejectedPath, isBesideDemo }: ImportResult,
  { isDryRun }: { readonly isDryRun: boolean },
): string {
  const isRejecting = [...counters.values()].some(({ rejected }) => rejected > 0);
  return [
    ...table(counters),
    ...notes(counters),
    ...unread.map(({ name, reason }) => `${name} was not read: ${reason}.`),
    ...(isRejecting ? [`What was rejected, and why: ${rejectedPath}`] : []),
    ...(isBesideDemo
      ? ['This database holds demo data too. For your own alone, set DEMO=off and DATA_DIR to a new directory.']
      : []),
    ...(isDryRun ? ['This was a dry run: nothing was changed.'] : []),
    '',
  ].join('\n');
}
