/** Formats a count with its noun: "1 row", "12,04,512 rows". */
export const countText = (count: number, noun: string): string =>
  `${count.toLocaleString('en-IN')} ${noun}${count === 1 ? '' : 's'}`;
