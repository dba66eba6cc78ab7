/** A page to link to, or the place of an ellipsis. */
export type PageSlot = number | 'gap-before' | 'gap-after';

const ALL_UP_TO = 7;
const RUN = 5;

/**
 * Which page numbers a pagination shows (BOOK-07): all of up to 7 pages; beyond, the first 5 for page 4 or lower,
 * mirrored at the end, and current ±1 in the middle, always with the first and the last page.
 * @param page from 1; @param pageCount none with one page or fewer
 */
export function pageNumbers(page: number, pageCount: number): PageSlot[] {
  if (pageCount <= 1) return [];
  if (pageCount <= ALL_UP_TO) return range(1, pageCount);
  if (page < RUN) return [...range(1, RUN), 'gap-after', pageCount];
  if (page > pageCount - RUN + 1) return [1, 'gap-before', ...range(pageCount - RUN + 1, pageCount)];
  return [1, 'gap-before', page - 1, page, page + 1, 'gap-after', pageCount];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
