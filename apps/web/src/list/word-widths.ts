import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Widens the columns whose longest word does not fit, by room that other columns do not need, so that no word of a
 * heading or a badge is broken in any language. A table without that much room grows, and its frame scrolls.
 *
 * @param key what changes the words or the widths: the rows, the headings, the density, the width of the list
 */
export function useWordWidths(table: RefObject<HTMLTableElement | null>, key: readonly unknown[]): void {
  const fonts = useLoadedFonts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key lists what the caller's table depends on
  useLayoutEffect(() => {
    if (table.current) fitWords(table.current);
  }, [table, fonts, ...key]);
}

/** A number that changes when a font has arrived: its words have other widths. */
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
  // As narrow as the words allow.
  setWidths([]);
  table.dataset['measured'] = 'words';
  const ofWords = measure();
  table.dataset['measured'] = 'headings';
  const ofHeadings = measure();
  table.dataset['measured'] = 'lines';
  const ofLines = measure();
  delete table.dataset['measured'];
  setWidths(wanted);
  const fitted = fitColumns(widths, { ofLines, ofWords, ofHeadings });
  if (fitted === null) return;
  setWidths(fitted.map((width) => `${width}px`));
  if (sum(fitted) > sum(widths) + 1) showWhole(table, sum(fitted));
}

/** Scrolls a table that is wider than its frame; the frame of another one must not scroll, to keep the heading in view. */
function showWhole(table: HTMLTableElement, width: number | null): void {
  table.style.minWidth = width === null ? '' : `${width}px`;
  table.parentElement?.classList.toggle('scroll-sign', width !== null);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** What the columns of a table need, in px. */
export interface ColumnNeeds {
  /** For each text in one line. */
  readonly ofLines: readonly number[];
  /** For every word. */
  readonly ofWords: readonly number[];
  /** For the words of headings and badges, and for amounts. */
  readonly ofHeadings: readonly number[];
}

/**
 * The widths of columns in px, with room for what they must show; null if all have it already.
 * @param widths as the screen wants them, which fill the table
 */
export function fitColumns(
  widths: readonly number[],
  { ofLines, ofWords, ofHeadings }: ColumnNeeds,
): readonly number[] | null {
  if (widths.every((width, index) => width >= Math.floor(ofWords[index] ?? 0))) return null;
  const room = sum(widths);
  const least = shrink(larger(ofWords, ofHeadings), ofHeadings, room);
  const wanted = larger(widths, least);
  // Columns that keep their lines give first.
  const comfortable = larger(
    least,
    widths.map((width, index) => Math.min(width, ofLines[index] ?? width)),
  );
  return shrink(shrink(wanted, comfortable, room), least, room);
}

const larger = (one: readonly number[], other: readonly number[]): readonly number[] =>
  one.map((width, index) => Math.max(width, other[index] ?? 0));

/** As much of the way from some widths to smaller ones as the room asks for, in equal shares. */
function shrink(widths: readonly number[], least: readonly number[], room: number): readonly number[] {
  const excess = sum(widths) - room;
  const spare = sum(widths) - sum(least);
  if (excess <= 0 || spare <= 0) return widths;
  const share = Math.min(1, excess / spare);
  return widths.map((width, index) => width - (width - (least[index] ?? width)) * share);
}
