/**
 * Rows by the thousand, each page asked for when the one before has been taken: no connection is held between them, and
 * memory stays flat however slowly somebody reads.
 * @param readAfter the rows after a row, in a total order; null for the first ones
 * @param pageSize how many a full page has: one that has fewer is the last
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
