import {
  type CalendarDay,
  type CloseCalendar,
  type CloseState,
  type DayClose,
  MAX_DAYS,
} from '@wayside/contract/closes';
import { badRequest, fieldError } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { countDays, fingerprintOf, parseDocument, signingKey } from '../../money/closing/close-document.ts';
import { type DayKindSums, readDaySums } from '../../money/closing/day-sums.ts';
import {
  type ChainRow,
  readChainState,
  readClosesOf,
  readDays,
  readRowsOfDay,
} from '../../money/closing/read-close-chain.ts';
import { countEntries, readCloseDocument } from './open-days.ts';

type ReadContext = Pick<AppContext, 'database' | 'settings' | 'now' | 'keys'>;

/**
 * Returns the state of days: closed days from their closes, open days from the current entries (CLOS-01). @throws 400
 */
export async function listCloses(
  { database, settings, now, keys }: ReadContext,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<CloseCalendar> {
  const count = countDays(from, to);
  if (count > MAX_DAYS) throw badRequest([fieldError('to', 'within_days_of_from', { most: MAX_DAYS })]);
  const at = now();
  const { lastClose, firstDay } = await readChainState(database.pool);
  const closed = new Map((await readClosesOf(database.pool, from, to)).map((row) => [row.day, row]));
  const days = await readDays(database.pool, from, to, settings.timeZone);
  const bounds = [...days.map(({ startsAt }) => startsAt), ...days.slice(-1).map(({ endsAt }) => endsAt)];
  const sums = await readDaySums(database.pool, bounds);
  const today = at.toLocaleDateString('sv-SE', { timeZone: settings.timeZone });
  return {
    days: days.map(({ day }, index) => {
      const close = closed.get(day);
      if (close !== undefined) return toClosedDay(close);
      const state = openState(day, { today, firstDay });
      return toOpenDay(
        day,
        state,
        sums.filter(({ place }) => place === index + 1),
      );
    }),
    closedThrough: lastClose?.day ?? null,
    firstDay,
    today,
    keyFingerprint: fingerprintOf(signingKey(await keys.deriveKey('closes')).publicKey),
  };
}

function openState(
  day: string,
  { today, firstDay }: { readonly today: string; readonly firstDay: string | null },
): CloseState {
  if (day > today) return 'future';
  if (day === today) return 'today';
  return firstDay !== null && day < firstDay ? 'before' : 'open';
}

function toOpenDay(day: string, state: CloseState, sums: readonly DayKindSums[]): CalendarDay {
  return {
    day,
    state,
    ...countEntries(sums),
    changePaise: sums.reduce((total, { changePaise }) => total + changePaise, 0),
    unexplainedPaise: 0,
    closedAt: null,
    closedBy: null,
  };
}

function toClosedDay(row: ChainRow): CalendarDay {
  const { books, entryCount, lateCount } = readCloseDocument(row);
  return {
    day: row.day,
    state: 'closed',
    entryCount,
    lateCount,
    changePaise: books.reduce((sum, { closingPaise, openingPaise }) => sum + closingPaise - openingPaise, 0),
    unexplainedPaise: books.reduce((sum, { unexplainedPaise }) => sum + Math.abs(unexplainedPaise), 0),
    closedAt: row.madeAt.toISOString(),
    closedBy: row.madeBy,
  };
}

/**
 * Returns the document of a closed day, or null for an open day, and the history of the day, oldest first (CLOS-01).
 */
export async function readClose({ database }: Pick<AppContext, 'database'>, { day }: { readonly day: string }) {
  const rows = await readRowsOfDay(database.pool, day);
  const last = rows.at(-1);
  return {
    record: last?.kind === 'close' ? toDayClose(last) : null,
    history: rows.map(({ number, kind, madeAt, madeBy, document }) => {
      const stated = parseDocument(document);
      return {
        number,
        isReopening: kind === 'reopening',
        at: madeAt.toISOString(),
        by: madeBy,
        reason: stated.kind === 'reopening' ? stated.reason : null,
      };
    }),
  };
}

function toDayClose(row: ChainRow): DayClose {
  const {
    number,
    day,
    startsAt,
    endsAt,
    timeZone,
    books,
    entryCount,
    lateCount,
    differences,
    unreconciled,
    madeBy,
  } = readCloseDocument(row);
  return {
    ...{ number, day, startsAt, endsAt, timeZone, books, entryCount, lateCount, differences },
    unreconciled: unreconciled ?? null,
    closedAt: row.madeAt.toISOString(),
    closedById: madeBy,
    closedBy: row.madeBy,
    hash: row.hash.toString('hex'),
    keyFingerprint: fingerprintOf(row.publicKey),
  };
}
