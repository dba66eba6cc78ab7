import { conflict } from '../../api-error.ts';
import { readChainState, readClosesOf } from '../../money/closing/chain-of-closes.ts';
import { signDocument, signingKey } from '../../money/closing/close-document.ts';
import { countDays, dayText } from '../../money/closing/days.ts';
import { payOnce } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { closes } from '../../platform/db/schema/closes.ts';
import { type CloseContext, type CloseOutcome, lockCloses } from './close-days.ts';

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
