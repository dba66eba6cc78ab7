/** Capital letters as lines on a field of 4 by 6, because a fresh machine may have no fonts at all. */
const STROKES: Readonly<Record<string, string>> = {
  A: 'M0 6L2 0L4 6M1 4H3',
  B: 'M0 0V6H3L4 5V4L3 3H0M3 3L4 2V1L3 0H0',
  D: 'M0 0V6H2L4 4V2L2 0Z',
  E: 'M4 0H0V6H4M0 3H3',
  H: 'M0 0V6M4 0V6M0 3H4',
  I: 'M2 0V6M1 0H3M1 6H3',
  K: 'M0 0V6M4 0L0 3L4 6',
  L: 'M0 0V6H4',
  M: 'M0 6V0L2 3L4 0V6',
  O: 'M1 0H3L4 1V5L3 6H1L0 5V1Z',
  P: 'M0 6V0H3L4 1V2L3 3H0',
  R: 'M0 6V0H3L4 1V2L3 3H0M2 3L4 6',
  S: 'M4 1L3 0H1L0 1V2L1 3H3L4 4V5L3 6H1L0 5',
  T: 'M0 0H4M2 0V6',
  Y: 'M0 0L2 3L4 0M2 3V6',
};

const ADVANCE = 5.5;
const WIDTH = 4;
const HEIGHT = 6;

/** How a word is written. */
export interface Lettering {
  /** The middle of the word, in the picture's units. */
  readonly x: number;
  readonly y: number;
  /** Of a capital, in the same units. */
  readonly height: number;
  readonly colour: string;
  /** Clockwise, in degrees. */
  readonly angle?: number;
}

/** A word of capitals as SVG; a letter that is not drawn leaves its place empty. */
export function lettered(word: string, { x, y, height, colour, angle = 0 }: Lettering): string {
  const width = (word.length - 1) * ADVANCE + WIDTH;
  const letters = [...word].map(
    (letter, place) => `<path transform='translate(${place * ADVANCE} 0)' d='${STROKES[letter] ?? ''}'/>`,
  );
  const place = `translate(${x} ${y}) rotate(${angle}) scale(${height / HEIGHT}) translate(${-width / 2} ${-HEIGHT / 2})`;
  return `<g transform='${place}' fill='none' stroke='${colour}' stroke-width='1' stroke-linecap='round' stroke-linejoin='round'>${letters.join('')}</g>`;
}
