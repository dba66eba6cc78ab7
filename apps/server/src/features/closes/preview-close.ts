import type { ClosePreview } from '@wayside/contract/closes';
import type { AppContext } from '../../context.ts';
import { type DaysToClose, readOpenDays } from './open-days.ts';
import { addUpAll, countEntries, sumDays } from './sum-days.ts';

/** What closing the open days up to one would state; changes nothing (CLOS-01). @throws 400; 409 */
export async function previewClose(
  { database, settings, now }: Pick<AppContext, 'database' | 'settings' | 'now'>,
  wanted: DaysToClose,
): Promise<ClosePreview> {
  const { open, summed } = await database.longTransaction(async (client) => {
    const days = await readOpenDays(client, wanted, { timeZone: settings.timeZone, at: now() });
    return { open: days, summed: await sumDays(client, days) };
  });
  return {
    books: addUpAll(summed),
    ...countEntries(summed.sums),
    differences: [...summed.differences],
    firstDay: open.days[0]?.day ?? wanted.day,
    day: wanted.day,
    dayCount: open.days.length,
    isFirst: open.lastClose === null,
  };
}
