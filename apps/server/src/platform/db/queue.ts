import { setMaxListeners } from 'node:events';
import type pg from 'pg';
import type { Logger } from 'pino';
import { repeatFromNow, withFailureLogging } from '../../repeat.ts';
import type { Database } from './database.ts';
import { rowsOf, type Statement } from './statement.ts';

/** Rows on which nodes work, each row on one node at a time. All fields are SQL. */
export interface Queue {
  readonly table: string;
  /** Columns of the primary key; `id` by default. */
  readonly key?: string;
  readonly due: string;
  readonly order: string;
}

/**
 * Returns the SQL that locks the next due row until the transaction ends and skips locked rows. A killed node loses
 * its locks. Use it for work inside the transaction.
 */
export const lockNextSql = ({ table, due, order }: Queue, columns = '*'): string =>
  `SELECT ${columns} FROM ${table} WHERE ${due} ORDER BY ${order} LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`;

/**
 * Returns the SQL that claims the next due row by an update, usually of its due time. Use it for work outside a
 * transaction.
 * @param set the assignments of the update
 * @param select a SELECT that reads the row from `claimed`
 */
export const claimNextSql = (queue: Queue, set: string, select: string): string =>
  `WITH claimed AS (
      UPDATE ${queue.table} SET ${set} WHERE (${queue.key ?? 'id'}) = (${lockNextSql(queue, queue.key ?? 'id')}) RETURNING *)
    ${select}`;

interface Turn<R extends object> {
  /** A statement made by `lockNextSql`, without parameters. */
  readonly claim: Statement<R>;
  /** Moves row $1 to the end of the queue, at the time $2. */
  readonly postpone: Statement;
  readonly now: () => Date;
}

/**
 * Claims the next row and does a part of its work in one transaction. After an error, that part is rolled back and
 * the row is postponed, so that the other rows are processed.
 * @returns whether there was a row
 */
export async function processNextRow<R extends { readonly id: string }>(
  database: Pick<Database, 'transaction' | 'rows'>,
  { claim, postpone, now }: Turn<R>,
  work: (client: pg.ClientBase, row: R) => Promise<void>,
): Promise<boolean> {
  let claimedId: string | undefined;
  try {
    return await database.transaction(async (client) => {
      const [row] = await rowsOf(client, claim, []);
      if (row === undefined) return false;
      claimedId = row.id;
      await work(client, row);
      return true;
    });
  } catch (error) {
    if (claimedId !== undefined) await database.rows(postpone, [claimedId, now()]).catch(() => undefined);
    throw error;
  }
}

/** When the program stops, attempts that take longer than this are aborted. */
const STOP_MS = 2_000;

interface QueueWorkers {
  readonly log: Logger;
  /** The log message for a failed job, such as "documents could not be copied". */
  readonly failure: string;
  readonly pollMs: number;
  /** The number of concurrent workers per lane and node; 1 by default. */
  readonly workers?: number;
  readonly prepare?: () => Promise<unknown>;
  /** Finds the lanes with due rows, so that a slow lane does not delay the others. One lane by default. */
  readonly findLanes?: () => Promise<readonly string[]>;
  /** Works on the next due row. An aborted attempt must not record anything. @returns whether there was a row */
  readonly processNext: (signal: AbortSignal, lane: string) => Promise<boolean>;
}

/**
 * Runs a queue on any number of nodes. Each poll starts the missing workers of every lane, and a worker ends when no
 * row is due.
 * @returns a function that stops the queue and resolves when the current work ends
 */
export function runQueue(queue: QueueWorkers): () => Promise<void> {
  const { log, failure, pollMs, workers = 1, prepare, findLanes = async () => [''], processNext } = queue;
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const lanes = new Map<string, Set<Promise<void>>>();
  let isStopped = false;

  const work = withFailureLogging(log, failure, async (lane: string) => {
    while (!isStopped && (await processNext(stopping.signal, lane)));
  });

  function startWorker(lane: string): void {
    const running = lanes.get(lane) ?? new Set();
    lanes.set(lane, running);
    const worker = work(lane).finally(() => {
      running.delete(worker);
      if (running.size === 0) lanes.delete(lane);
    });
    running.add(worker);
  }

  const poll = withFailureLogging(log, failure, async () => {
    await prepare?.();
    for (const lane of await findLanes())
      for (let count = lanes.get(lane)?.size ?? 0; count < workers; count += 1) startWorker(lane);
  });

  const endPolls = repeatFromNow(pollMs, poll);
  return async () => {
    isStopped = true;
    await endPolls();
    const ended = Promise.all([...lanes.values()].flatMap((running) => [...running]));
    const aborting = setTimeout(() => stopping.abort(), STOP_MS);
    await ended;
    clearTimeout(aborting);
  };
}
