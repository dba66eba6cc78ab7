import { setMaxListeners } from 'node:events';
import type pg from 'pg';
import type { Logger } from 'pino';
import { loggingFailures, repeatFromNow } from '../../repeat.ts';
import type { Database } from './database.ts';
import { rowsOf, type Statement } from './statement.ts';

/** Rows that nodes work on, each row on one node at a time. All parts are SQL. */
export interface Queue {
  readonly table: string;
  /** Columns of the primary key; `id` by default. */
  readonly key?: string;
  readonly due: string;
  readonly order: string;
}

/**
 * Locks the next due row until the transaction ends, skipping locked rows; a killed node loses its locks. For work
 * inside of the transaction.
 */
export const lockNext = ({ table, due, order }: Queue, columns = '*'): string =>
  `SELECT ${columns} FROM ${table} WHERE ${due} ORDER BY ${order} LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`;

/**
 * Claims the next due row by an update, usually of its due time. For work outside of a transaction.
 * @param set the assignments of the update
 * @param select a SELECT that reads the row from `claimed`
 */
export const claimNext = (queue: Queue, set: string, select: string): string =>
  `WITH claimed AS (
      UPDATE ${queue.table} SET ${set} WHERE (${queue.key ?? 'id'}) = (${lockNext(queue, queue.key ?? 'id')}) RETURNING *)
    ${select}`;

interface Turn<R extends object> {
  /** `lockNext` without parameters. */
  readonly claim: Statement<R>;
  /** Moves row $1 to the end of the queue, at the time $2. */
  readonly postpone: Statement;
  readonly now: () => Date;
}

/**
 * Does a piece of the next row's work in one transaction with its claim. After an error the piece is undone and the
 * other rows have their turn.
 * @returns whether there was a row
 */
export async function workInTurn<R extends { readonly id: string }>(
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

/** Longer attempts are aborted when the program stops. */
const STOP_MS = 2_000;

interface QueueWorkers {
  readonly log: Logger;
  /** Text for the log when a job fails: "documents could not be copied". */
  readonly failure: string;
  readonly pollMs: number;
  /** Concurrent workers per lane and node; 1 by default. */
  readonly workers?: number;
  readonly prepare?: () => Promise<unknown>;
  /** Finds the lanes with due rows; a slow lane does not delay another. One lane by default. */
  readonly findLanes?: () => Promise<readonly string[]>;
  /** Works on the next due row. An aborted attempt must record nothing. @returns whether there was a row */
  readonly workOnNext: (signal: AbortSignal, lane: string) => Promise<boolean>;
}

/**
 * Runs a queue on any number of nodes: each poll starts missing workers of a lane, and a worker ends when no row is
 * due.
 * @returns a function that stops it after the work in progress
 */
export function runQueue(queue: QueueWorkers): () => Promise<void> {
  const { log, failure, pollMs, workers = 1, prepare, findLanes = async () => [''], workOnNext } = queue;
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const lanes = new Map<string, Set<Promise<void>>>();
  let isStopped = false;

  const work = loggingFailures(log, failure, async (lane: string) => {
    while (!isStopped && (await workOnNext(stopping.signal, lane)));
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

  const poll = loggingFailures(log, failure, async () => {
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
