import type pg from 'pg';
import type { Logger } from 'pino';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import type { Database } from '../../platform/db/database.ts';
import { runQueue } from '../../platform/db/queue.ts';
import { rowsOf } from '../../platform/db/statement.ts';
import {
  ADD_CHANGED,
  ADD_MISSING,
  ADD_UNCREDITED,
  CHECK_MATCH_DUE,
  FIND_NEW_FILES,
  FINISH_FILES,
  MATCH_STATEMENTS,
  QUEUE_LINES_OF_PAYMENTS,
  QUEUE_MISSING_ROWS,
  QUEUE_NEW_FILES,
  QUEUE_RELATED_LINES,
  RESET_LINES,
  SET_PROGRESS,
  TAKE_CHANGES,
} from './match-statements.ts';

interface MatchParts {
  readonly database: Pick<Database, 'rows' | 'longTransaction'>;
  readonly now: () => Date;
}

/** Takes the lock under which lines are matched and resolved sequentially. */
export async function lockSettlements(client: pg.ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.settlements]);
}

/** Compares days as text, because ISO dates sort chronologically. */
const isBefore = (day: string, other: string): boolean => day < other;

/**
 * Matches new lines and lines whose payments have changed (RECON-02). Adds payments past T+2 that no report contains,
 * and settlements past T+2 without a bank credit.
 * @returns whether there was work to do
 */
export async function matchLines({ database, now }: MatchParts): Promise<boolean> {
  const at = now();
  const [due] = await database.rows(CHECK_MATCH_DUE, [at]);
  if (!due || !(due.hasLines || hasNewDays(due))) return false;
  // If no file has been uploaded yet, discard the changes: a later file reads the payments directly.
  if (!due.hasFiles) return ((await database.rows(TAKE_CHANGES, []))[0]?.ids.length ?? 0) > 0;
  await database.longTransaction(async (client) => {
    await lockSettlements(client);
    const [waiting] = await rowsOf(client, FIND_NEW_FILES, []);
    const [changed] = await rowsOf(client, TAKE_CHANGES, []);
    const ids = changed?.ids ?? [];
    if (ids.length > 0) await rowsOf(client, QUEUE_LINES_OF_PAYMENTS, [ids]);
    const released = await restartLines(client);
    for (const statement of MATCH_STATEMENTS) await rowsOf(client, statement, []);
    await addMissing(client, at);
    await rowsOf(client, ADD_UNCREDITED, [at]);
    const payments = [...ids, ...released];
    if (payments.length > 0) await rowsOf(client, ADD_CHANGED, [payments]);
    await rowsOf(client, FINISH_FILES, [at, waiting?.ids ?? []]);
    await rowsOf(client, QUEUE_NEW_FILES, []);
  });
  return true;
}

/**
 * Resets the waiting lines and all lines that could compete with them or depend on them. @returns the payments that
 * may have lost their lines
 */
async function restartLines(client: pg.ClientBase): Promise<readonly string[]> {
  for (let waiting: readonly number[] | null = null; waiting === null || waiting.length > 0; ) {
    const [queued]: { readonly ids: number[] }[] = await rowsOf(client, QUEUE_RELATED_LINES, [waiting]);
    waiting = queued?.ids ?? [];
  }
  const [reset] = await rowsOf(client, RESET_LINES, []);
  const ids = reset?.ids ?? [];
  if (ids.length > 0) await rowsOf(client, QUEUE_MISSING_ROWS, [ids]);
  return ids;
}

interface Days {
  readonly firstDay: string | null;
  readonly lastDay: string;
  readonly comparedFrom: string | null;
  readonly comparedTo: string | null;
}

const hasNewDays = ({ firstDay, lastDay, comparedFrom, comparedTo }: Days): boolean =>
  firstDay !== null &&
  !isBefore(lastDay, firstDay) &&
  (comparedFrom === null ||
    comparedTo === null ||
    isBefore(firstDay, comparedFrom) ||
    isBefore(comparedTo, lastDay));

async function addMissing(client: pg.ClientBase, at: Date): Promise<void> {
  const [days] = await rowsOf(client, CHECK_MATCH_DUE, [at]);
  if (!days || !hasNewDays(days)) return;
  const { firstDay, lastDay, comparedFrom, comparedTo } = days;
  const first = firstDay ?? lastDay;
  // Adding days that were compared earlier has no effect.
  if (comparedFrom === null || isBefore(first, comparedFrom))
    await rowsOf(client, ADD_MISSING, [first, comparedFrom ?? lastDay]);
  if (comparedTo !== null && isBefore(comparedTo, lastDay))
    await rowsOf(client, ADD_MISSING, [comparedTo, lastDay]);
  const to = comparedTo === null || isBefore(comparedTo, lastDay) ? lastDay : comparedTo;
  await rowsOf(client, SET_PROGRESS, [
    comparedFrom !== null && isBefore(comparedFrom, first) ? comparedFrom : first,
    to,
  ]);
}

const POLL_MS = 1_000;

/** Matches lines until the returned function is called, on any number of nodes. */
export const matchRepeatedly = (parts: MatchParts & { readonly log: Logger }): (() => Promise<void>) =>
  runQueue({
    log: parts.log,
    failure: 'settlement lines could not be matched',
    pollMs: POLL_MS,
    processNext: () => matchLines(parts),
  });
