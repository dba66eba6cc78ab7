import type pg from 'pg';
import type { ActorContext } from '../../context.ts';
import {
  type CloseDocument,
  closingOf,
  dayText,
  type SigningKey,
  signDocument,
  signingKey,
} from '../../money/closing/close-document.ts';
import { addUp, type DayDigest, readDayDigests } from '../../money/closing/day-sums.ts';
import { type PayContext, type PayingContext, payOnce } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { postAllPendingEntries } from '../../money/ledger/post-entries.ts';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { closes } from '../../platform/db/schema/closes.ts';
import { type DaysToClose, type OpenDays, readOpenDays } from './open-days.ts';
import { countEntries, type SummedDays, sumDays } from './sum-days.ts';

export type CloseContext = PayContext & Pick<ActorContext, 'keys'>;

export interface CloseOutcome {
  /** For the person. */
  readonly message: string;
  readonly dayCount: number;
}

/** Entries before a day are appended under the lock of the ledger, those of wallets at least under a shared one of closes. */
export async function lockCloses(client: pg.ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.closes]);
}

/**
 * Closes all open days up to one, each with a row of the signed chain (CLOS-01, CLOS-03). What stands stays: entries that come later
 * about a closed day are in the books of the next open one, which the trigger `forbid_closed_days` guards.
 * @throws 400; 403 when the person has lost the right in the meantime; 409 when the day is closed or has not ended
 */
export async function closeDays(context: CloseContext, wanted: DaysToClose): Promise<CloseOutcome> {
  const key = signingKey(await context.keys.derived('closes'));
  return payOnce(
    context,
    async (client, paying) => {
      const { at, actor, settings } = paying;
      await requireRight(client, actor, 'money:move');
      await lockCloses(client);
      await postAllPendingEntries(client);
      const open = await readOpenDays(client, wanted, { timeZone: settings.timeZone, at });
      const summed = await sumDays(client, open);
      const numbers = await append(client, {
        key,
        paying,
        open,
        summed,
        digests: await readDayDigests(client, open.bounds),
      });
      await recordActivity(client, actor, at, {
        action: 'closed',
        entity: 'close',
        entityId: wanted.day,
        changes: [
          { field: 'firstDay', before: null, after: open.days[0]?.day ?? null },
          { field: 'day', before: open.lastClose?.day ?? null, after: wanted.day },
          { field: 'dayCount', before: null, after: open.days.length },
        ],
        decides: numbers.map((number) => ({ kind: 'close', id: String(number) })),
      });
      return { message: closedMessage(open, wanted.day), dayCount: open.days.length };
    },
    true,
  );
}

function closedMessage({ days }: OpenDays, day: string): string {
  const [first] = days;
  return days.length === 1 || first === undefined
    ? `${dayText(day)} is closed.`
    : `${dayText(first.day)} to ${dayText(day)} are closed: ${days.length} days.`;
}

interface DaysToAppend {
  readonly key: SigningKey;
  readonly paying: PayingContext;
  readonly open: OpenDays;
  readonly summed: SummedDays;
  readonly digests: readonly DayDigest[];
}

/** Appends a row for each day, each with the hash of the row before. @returns their numbers */
async function append(
  client: pg.ClientBase,
  { key, paying, open, summed, digests }: DaysToAppend,
): Promise<number[]> {
  const { at, actor, settings } = paying;
  let previous = open.lastRow?.hash ?? null;
  let number = open.lastRow?.number ?? 0;
  let { opening } = summed;
  const rows: (typeof closes.$inferInsert)[] = [];
  const closing = closingOf(addUp(opening, summed.sums, summed.stored));
  // Nobody knows on which day a difference began: each day of the call has it.
  const unexplained = (book: keyof typeof closing) => summed.stored[book] - closing[book];
  for (const [index, { day, startsAt, endsAt }] of open.days.entries()) {
    const ofDay = summed.sums.filter(({ place }) => place === index + 1);
    const books = addUp(opening, ofDay, summed.stored).map((sums) => ({
      ...sums,
      unexplainedPaise: unexplained(sums.book),
    }));
    const digestOf = (table: DayDigest['table']) => {
      const found = digests.find((each) => each.place === index + 1 && each.table === table);
      return { count: found?.count ?? 0, sha256: found?.sha256 ?? EMPTY_SHA256 };
    };
    number++;
    const stated: CloseDocument = {
      format: 'wayside-close',
      version: 1,
      number,
      kind: 'close',
      day,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      timeZone: settings.timeZone,
      books,
      ...countEntries(ofDay),
      entries: { ledger: digestOf('ledger'), wallets: digestOf('wallets') },
      differences: [...summed.differences],
      madeAt: at.toISOString(),
      madeBy: actor.id,
      previous: previous?.toString('hex') ?? null,
    };
    const signed = signDocument(key, previous, stated);
    const instants = { startsAt, endsAt, closedUntil: endsAt, madeAt: at };
    rows.push({ number, kind: 'close', day, ...instants, ...signed, keyId: key.id, madeBy: actor.id });
    previous = signed.hash;
    opening = closingOf(books);
  }
  await orm(client).insert(closes).values(rows);
  return rows.map((row) => row.number);
}

/** SHA-256 of nothing. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
