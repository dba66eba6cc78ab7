import { setTimeout as delay } from 'node:timers/promises';

/** One part of a long work over the rows of a table, in a transaction of its own. */
export interface Batch {
  /** The last row that it has seen, after which the next batch begins; null when there is none. */
  readonly last: string | null;
  /** How many rows it has changed. */
  readonly rows: number;
}

interface BatchOptions {
  /** Is given the number of rows so far. */
  readonly onProgress?: ((rows: number) => void) | undefined;
  /** Whether as much time passes between two batches as the first of them took, for the service beside it. */
  readonly isPaced?: boolean;
  /** Whether it ends after the batch in progress. */
  readonly isStopping?: () => boolean;
}

const LONGEST_PAUSE_MS = 1_000;

/**
 * Works through the rows of a table in batches, in the order of their ids: what a kill ends is one batch, and nobody waits for more than
 * that (OPER-03).
 * @param batch of the rows after an id; '' is before all
 * @returns the number of rows
 */
export async function inBatches(
  batch: (after: string) => Promise<Batch>,
  { onProgress, isPaced = false, isStopping = () => false }: BatchOptions = {},
): Promise<number> {
  let count = 0;
  for (let after = ''; !isStopping(); ) {
    const begunMs = performance.now();
    const { last, rows } = await batch(after);
    if (last === null) break;
    after = last;
    count += rows;
    onProgress?.(count);
    if (isPaced) await delay(Math.min(LONGEST_PAUSE_MS, performance.now() - begunMs));
  }
  return count;
}
