import type { ClosePreview } from '@wayside/contract/closes';
import { conflict } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import { readChainState, readClosesOf } from '../../money/closing/chain-of-closes.ts';
import { countDays, dayText, signDocument, signingKey } from '../../money/closing/close-document.ts';
import { closeFile } from '../../money/closing/close-file.ts';
import { payOnce } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { closes } from '../../platform/db/schema/closes.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import { type CloseContext, type CloseOutcome, lockCloses } from './close-days.ts';
import { type DaysToClose, readOpenDays, statedBy } from './open-days.ts';
import { addUpAll, countEntries, sumDays } from './sum-days.ts';

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

export interface ReopenDaysInput {
  readonly day: string;
  readonly reason: string;
}

/**
 * Reopens a closed day and all closed days after it (CLOS-01). Their closes stay in the chain; the reopening is its next row.
 * @throws 403; 409 when the day is open
 */
export async function reopenDays(context: CloseContext, { day, reason }: ReopenDaysInput): Promise<CloseOutcome> {
  const key = signingKey(await context.keys.derived('closes'));
  return payOnce(context, async (client, { at, actor }) => {
    await requireRight(client, actor, 'books:reopen');
    await lockCloses(client);
    const { lastRow, lastClose, firstDay } = await readChainState(client);
    const [close] = await readClosesOf(client, day, day);
    if (close === undefined || lastRow === null || lastClose === null)
      throw conflict(`${dayText(day)} is not closed. Nothing was changed.`);
    const number = lastRow.number + 1;
    const signed = signDocument(key, lastRow.hash, {
      format: 'wayside-close',
      version: 1,
      number,
      kind: 'reopening',
      day,
      reason,
      madeAt: at.toISOString(),
      madeBy: actor.id,
      previous: lastRow.hash.toString('hex'),
    });
    await orm(client)
      .insert(closes)
      .values({
        number,
        kind: 'reopening',
        day,
        startsAt: close.startsAt,
        endsAt: close.endsAt,
        closedUntil: day === firstDay ? null : close.startsAt,
        ...signed,
        keyId: key.id,
        madeBy: actor.id,
        madeAt: at,
      });
    await recordActivity(client, actor, at, {
      action: 'reopened',
      entity: 'close',
      entityId: day,
      changes: [
        { field: 'day', before: lastClose.day, after: day },
        { field: 'dayCount', before: null, after: countDays(day, lastClose.day) },
      ],
      note: reason,
      decides: [{ kind: 'close', id: String(number) }],
    });
    const dayCount = countDays(day, lastClose.day);
    const message =
      dayCount === 1
        ? `${dayText(day)} is open again.`
        : `${dayText(day)} to ${dayText(lastClose.day)} are open again: ${dayCount} days.`;
    return { message, dayCount };
  });
}
