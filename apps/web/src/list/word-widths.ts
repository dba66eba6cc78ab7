import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Widens the columns whose longest word does not fit, so that no word of a heading or a badge is broken in any
 * language. It takes the space from columns that do not need it. If there is not enough space, the table grows and
 * its frame scrolls.
 * @param key everything that changes the words or the widths: the rows, the headings, the density, the width of the
 *   list
 */
export function useWordWidths(table: RefObject<HTMLTableElement | null>, key: readonly unknown[]): void {
  const fonts = useLoadedFonts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key lists what the caller's table depends on
  useLayoutEffect(() => {
    if (table.current) fitWords(table.current);
  }, [table, fonts, ...key]);
}

/** Returns a number that changes when a font has loaded, because words then have other widths. */
function useLoadedFonts(): number {
  const [loads, setLoads] = useState(0);
  useLayoutEffect(() => {
    const count = () => setLoads((before) => before + 1);
    document.fonts.addEventListener('loadingdone', count);
    return () => document.fonts.removeEventListener('loadingdone', count);
  }, []);
  return loads;
}

function fitWords(table: HTMLTableElement): void {
  const columns = [...table.querySelectorAll('col')];
  const headings = [...table.querySelectorAll('th')];
  const measure = () => headings.map((heading) => heading.getBoundingClientRect().width);
  const setWidths = (widths: readonly string[]) => {
    for (const [index, column] of columns.entries()) column.style.width = widths[index] ?? '';
  };
  const wanted = columns.map((column) => column.dataset['width'] ?? '');
  setWidths(wanted);
  showWhole(table, null);
  const widths = measure();
  // Makes each column as narrow as its words allow.
  setWidths([]);
  table.dataset['measured'] = 'words';
  const wordWidths = measure();
  table.dataset['measured'] = 'headings';
  const headingWidths = measure();
  table.dataset['measured'] = 'lines';
  const lineWidths = measure();
  delete table.dataset['measured'];
  setWidths(wanted);
  const fitted = fitColumns(widths, {
    lineWidths: lineWidths,
    wordWidths: wordWidths,
    headingWidths: headingWidths,
  });
  if (fitted === null) return;
  setWidths(fitted.map((width) => `${width}px`));
  if (sum(fitted) > sum(widths) + 1) showWhole(table, sum(fitted));
}

/** Lets the frame scroll if the table is wider. Other frames must not scroll, so that the heading stays in view. */
function showWhole(table: HTMLTableElement, width: number | null): void {
  table.style.minWidth = width === null ? '' : `${width}px`;
  table.parentElement?.classList.toggle('scroll-sign', width !== null);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The widths that the columns of a table need, in px. */
export interface ColumnNeeds {
  /** The width with each text on one line. */
  readonly lineWidths: readonly number[];
  /** The width of the longest word. */
  readonly wordWidths: readonly number[];
  /** The width of the longest word in a heading or badge, or of the longest amount. */
  readonly headingWidths: readonly number[];
}

/**
 * Returns column widths in px that leave room for all required content; null if the current widths already do.
 * @param widths the widths that the screen requests, which fill the table
 */
export function fitColumns(
  widths: readonly number[],
  { lineWidths, wordWidths, headingWidths }: ColumnNeeds,
): readonly number[] | null {
  if (widths.every((width, index) => width >= Math.floor(wordWidths[index] ?? 0))) return null;
  const room = sum(widths);
  const least = shrink(larger(wordWidths, headingWidths), headingWidths, room);
  const wanted = larger(widths, least);
  // Columns that still fit each text on one line give up space first.
  const comfortable = larger(
    least,
    widths.map((width, index) => Math.min(width, lineWidths[index] ?? width)),
  );
  return shrink(shrink(wanted, comfortable, room), least, room);
}

const larger = (one: readonly number[], other: readonly number[]): readonly number[] =>
  one.map((width, index) => Math.max(width, other[index] ?? 0));

/** Shrinks the widths towards the smaller ones until they fit in the room, each in proportion to what it can spare. */
function shrink(widths: readonly number[], minWidths: readonly number[], room: number): readonly number[] {
  const excess = sum(widths) - room;
  const spare = sum(widths) - sum(minWidths);
  if (excess <= 0 || spare <= 0) return widths;
  const share = Math.min(1, excess / spare);
  return widths.map((width, index) => width - (width - (minWidths[index] ?? width)) * share);
}
