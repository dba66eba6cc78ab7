/**
 * Yields pages and reads each one when the previous page was consumed, so that no connection is held in between.
 * @param readAfter reads the rows after a given row in a total order; null for the first page
 * @param pageSize a page with fewer rows is the last one
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

/** The result of one transaction of a long run over the rows of a table. */
export interface Batch {
  /** The last processed id; null at the end. */
  readonly last: string | null;
  readonly rows: number;
}

/**
 * Processes a table in batches by id, so that an interruption loses only one batch and other writers wait only
 * briefly (OPER-03).
 * @param batch processes the rows after an id; '' starts at the beginning @returns the number of changed rows
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
