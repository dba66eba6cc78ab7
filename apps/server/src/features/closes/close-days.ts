import type { ClosePreview } from '@wayside/contract/closes';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import type pg from 'pg';
import { conflict } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import { dayParam } from '../../date-params.ts';
import {
  type CloseDocument,
  closingOf,
  countDays,
  type SigningKey,
  signDocument,
  signingKey,
} from '../../money/closing/close-document.ts';
import { closeFile } from '../../money/closing/close-file.ts';
import { type DayDigest, readDayDigests, readUnreconciled, sumBooks } from '../../money/closing/day-sums.ts';
import { readChainState, readClosesOf } from '../../money/closing/read-close-chain.ts';
import { type PayContext, type PayingContext, payOnce } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { postAllPendingEntries } from '../../money/ledger/post-entries.ts';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { closes } from '../../platform/db/schema/ledger.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import { rupeesText } from '../../rupees.ts';
import {
  countEntries,
  type DaysToClose,
  type OpenDays,
  readCloseDocument,
  readOpenDays,
  type SummedDays,
  sumAllDays,
  sumDays,
} from './open-days.ts';

type CloseContext = PayContext & Pick<ActorContext, 'keys'>;

interface CloseOutcome extends Sentence {
  readonly dayCount: number;
}

/**
 * Takes the exclusive lock of closes. Writers of earlier entries hold the lock of the ledger; writers of wallet
 * entries hold at least a shared lock of closes.
 */
async function lockCloses(client: pg.ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.closes]);
}

/**
 * Closes all open days up to a day and adds each as a row to the signed chain (CLOS-01, CLOS-03). Later entries about
 * a closed day go into the next open day, which the trigger `forbid_closed_days` enforces. @throws 400; 403; 409 if
 * the day is closed or has not ended
 */
export async function closeDays(context: CloseContext, wanted: DaysToClose): Promise<CloseOutcome> {
  const key = signingKey(await context.keys.deriveKey('closes'));
  return payOnce(
    context,
    async (client, paying) => {
      const { at, actor, settings } = paying;
      await requireRight(client, actor, 'money:move');
      await lockCloses(client);
      await postAllPendingEntries(client);
      const open = await readOpenDays(client, wanted, { timeZone: settings.timeZone, at });
      const summed = await sumDays(client, open);
      const unreconciled = await readUnreconciled(
        client,
        open.days.map(({ day }) => day),
      );
      const numbers = await appendClose(client, {
        key,
        paying,
        open,
        summed,
        digests: await readDayDigests(client, open.bounds),
        unreconciled,
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
      const left = unreconciled.at(-1);
      return { ...closedSentence(open, wanted.day, left), dayCount: open.days.length };
    },
    true,
  );
}

function closedSentence({ days }: OpenDays, lastDay: string, left: Unreconciled | undefined): Sentence {
  const [first] = days;
  const day = dayParam(lastDay);
  const open = left?.count
    ? { count: left.count.toLocaleString('en-IN'), amount: rupeesText(left.amountPaise) }
    : null;
  if (days.length === 1 || first === undefined)
    return open === null
      ? sentence('day_closed_now', { day })
      : sentence('day_closed_now_unreconciled', { day, ...open });
  const closed = { first: dayParam(first.day), day, days: days.length };
  return open === null
    ? sentence('days_closed_now', closed)
    : sentence('days_closed_now_unreconciled', { ...closed, ...open });
}

/** The unreconciled settlements in a close (RECON-03). */
type Unreconciled = NonNullable<CloseDocument['unreconciled']>;

interface DaysToAppend {
  readonly key: SigningKey;
  readonly paying: PayingContext;
  readonly open: OpenDays;
  readonly summed: SummedDays;
  readonly digests: readonly DayDigest[];
  readonly unreconciled: readonly Unreconciled[];
}

/** Appends a row for each day, with the hash of the previous row. @returns the numbers of the rows */
async function appendClose(
  client: pg.ClientBase,
  { key, paying, open, summed, digests, unreconciled }: DaysToAppend,
): Promise<number[]> {
  const { at, actor, settings } = paying;
  let previous = open.lastRow?.hash ?? null;
  let number = open.lastRow?.number ?? 0;
  let { opening } = summed;
  const rows: (typeof closes.$inferInsert)[] = [];
  const closing = closingOf(sumBooks(opening, summed.sums, summed.stored));
  // The day on which a difference arose is unknown, so every day in the call includes it.
  const unexplained = (book: keyof typeof closing) => summed.stored[book] - closing[book];
  for (const [index, { day, startsAt, endsAt }] of open.days.entries()) {
    const ofDay = summed.sums.filter(({ place }) => place === index + 1);
    const books = sumBooks(opening, ofDay, summed.stored).map((sums) => ({
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
      unreconciled: unreconciled[index] ?? { count: 0, amountPaise: 0 },
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

/** SHA-256 of empty input. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * Exports the signed closes of days and their entries as a file (CLOS-03) and logs the export. @throws 409 if a day
 * is open
 */
export async function exportCloses(
  context: ActorContext,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ readonly fileName: string; readonly pieces: AsyncIterable<string> }> {
  const { database } = context;
  const closes = await readClosesOf(database.pool, from, to);
  if (closes.length === 0 || closes.length < countDays(from, to))
    throw conflict('days_not_closed', { from: dayParam(from), to: dayParam(to) });
  const rowCount = closes.reduce((sum, close) => sum + readCloseDocument(close).entryCount, 0);
  await recordExport(context, { table: 'closes', filters: { from, to }, rowCount });
  const fileName = from === to ? `close-${from}.txt` : `closes-${from}-to-${to}.txt`;
  return { fileName, pieces: closeFile(database, closes) };
}

/** Previews the close of all open days up to a day without changing anything (CLOS-01). @throws 400; 409 */
export async function previewClose(
  { database, settings, now }: Pick<AppContext, 'database' | 'settings' | 'now'>,
  wanted: DaysToClose,
): Promise<ClosePreview> {
  const { open, summed, unreconciled } = await database.longTransaction(async (client) => {
    const days = await readOpenDays(client, wanted, { timeZone: settings.timeZone, at: now() });
    const [left] = await readUnreconciled(client, [wanted.day]);
    return { open: days, summed: await sumDays(client, days), unreconciled: left ?? null };
  });
  return {
    books: sumAllDays(summed),
    ...countEntries(summed.sums),
    differences: [...summed.differences],
    unreconciled,
    firstDay: open.days[0]?.day ?? wanted.day,
    day: wanted.day,
    dayCount: open.days.length,
    isFirst: open.lastClose === null,
  };
}

interface ReopenDaysInput {
  readonly day: string;
  readonly reason: string;
}

/**
 * Reopens a closed day and all closed days after it (CLOS-01). Their closes stay in the chain. @throws 403; 409 if
 * the day is open
 */
export async function reopenDays(context: CloseContext, { day, reason }: ReopenDaysInput): Promise<CloseOutcome> {
  const key = signingKey(await context.keys.deriveKey('closes'));
  return payOnce(context, async (client, { at, actor }) => {
    await requireRight(client, actor, 'books:reopen');
    await lockCloses(client);
    const { lastRow, lastClose, firstDay } = await readChainState(client);
    const [close] = await readClosesOf(client, day, day);
    if (close === undefined || lastRow === null || lastClose === null)
      throw conflict('day_not_closed', { day: dayParam(day) });
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
    const said =
      dayCount === 1
        ? sentence('day_open_again', { day: dayParam(day) })
        : sentence('days_open_again', { day: dayParam(day), last: dayParam(lastClose.day), days: dayCount });
    return { ...said, dayCount };
  });
}
