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
