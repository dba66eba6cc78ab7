import { conflict } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { readClosesOf } from '../../money/closing/chain-of-closes.ts';
import { closeFile } from '../../money/closing/close-lines.ts';
import { countDays, dayText } from '../../money/closing/days.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import { statedBy } from './open-days.ts';

/**
 * The signed closes of days with their entries, which are proved elsewhere (CLOS-03). The export is recorded.
 * @throws 409 when one of the days is open
 */
export async function exportCloses(
  context: ActorContext,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ readonly fileName: string; readonly pieces: AsyncIterable<string> }> {
  const { database } = context;
  const closes = await readClosesOf(database.pool, from, to);
  if (closes.length === 0 || closes.length < countDays(from, to))
    throw conflict(`Not all days from ${dayText(from)} to ${dayText(to)} are closed. Nothing was exported.`);
  const rowCount = closes.reduce((sum, close) => sum + statedBy(close).entryCount, 0);
  await recordExport(context, { table: 'closes', filters: { from, to }, rowCount });
  const fileName = from === to ? `close-${from}.txt` : `closes-${from}-to-${to}.txt`;
  return { fileName, pieces: closeFile(database, closes) };
}
