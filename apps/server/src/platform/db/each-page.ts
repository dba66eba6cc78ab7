/**
 * Yields pages of rows, each read when the previous one has been consumed: no connection is held between them, and a slow
 * reader costs no memory.
 * @param readAfter the rows after a row, in a total order; null for the first page
 * @param pageSize the rows of a full page; a page with fewer is the last
 */
export async function* eachPage<R>(
  readAfter: (last: R | null) => Promise<R[]>,
  pageSize: number,
): AsyncGenerator<R[], void> {
  let last: R | null = null;
  for (;;) {
    const page: R[] = await readAfter(last);
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = page.at(-1) ?? null;
  }
}

/** One part of a long work over the rows of a table, in a transaction of its own. */
export interface Batch {
  /** The last row that it has seen, after which the next batch begins; null when there is none. */
  readonly last: string | null;
  /** How many rows it has changed. */
  readonly rows: number;
}

/**
 * Works through the rows of a table in batches, in the order of their ids: what a kill ends is one batch, and nobody waits for more than
 * that (OPER-03).
 * @param batch of the rows after an id; '' is before all
 * @param onProgress is given the number of rows so far
 * @returns the number of rows
 */
export async function inBatches(
  batch: (after: string) => Promise<Batch>,
  onProgress?: (rows: number) => void,
): Promise<number> {
  let count = 0;
  for (let after = ''; ; ) {
    const { last, rows } = await batch(after);
    if (last === null) return count;
    after = last;
    count += rows;
    onProgress?.(count);
  }
}
