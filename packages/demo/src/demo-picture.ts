import { createHash } from 'node:crypto';
import { type Purpose, referenceNamed } from '../../../apps/server/src/platform/files/image-reference.ts';

/** A picture that the demo draws; records can share it. */
export interface DemoPicture {
  readonly reference: string;
  readonly purpose: Purpose;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly svg: string;
}

export const COLOURS = ['#0b6b66', '#8a4b08', '#4b3f72', '#2f5d8a', '#7a2e3a', '#3d6b2f'] as const;
const NAME_LENGTH = 32;
/** Drawings are 400 units wide. */
const UNITS = 400;

/** Creates a picture whose reference depends on its name alone, so that all nodes and runs agree. */
export function demoPicture(
  name: string,
  {
    purpose,
    width,
    height,
    shapes,
  }: Pick<DemoPicture, 'purpose' | 'width' | 'height'> & { readonly shapes: string },
): DemoPicture {
  const hash = createHash('sha256').update(`wayside demo ${name}`).digest('hex');
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}' viewBox='0 0 ${UNITS} ${(UNITS * height) / width}'>${shapes}</svg>`;
  return { reference: referenceNamed(purpose, hash.slice(0, NAME_LENGTH)), purpose, width, height, svg };
}

/** The reference of the picture at an index, modulo their number. */
export const inTurn = (pictures: readonly DemoPicture[], place: number): string =>
  pictures[place % pictures.length]?.reference ?? '';

/** The address of a missing image: its host name is reserved and never resolves. */
export const BROKEN_PICTURE = 'https://images.invalid/gone.png';

/** Capital letters as paths in a box of 4 by 6, because a machine may have no fonts. */
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

/** Position and style of a word. */
export interface Lettering {
  /** Centre of the word in units of the picture. */
  readonly x: number;
  readonly y: number;
  /** Height of a capital in the same units. */
  readonly height: number;
  readonly colour: string;
  /** Clockwise, in degrees. */
  readonly angle?: number;
}

/** Draws a word of capitals as SVG; a missing letter leaves a gap. */
export function lettered(word: string, { x, y, height, colour, angle = 0 }: Lettering): string {
  const width = (word.length - 1) * ADVANCE + WIDTH;
  const letters = [...word].map(
    (letter, place) => `<path transform='translate(${place * ADVANCE} 0)' d='${STROKES[letter] ?? ''}'/>`,
  );
  const place = `translate(${x} ${y}) rotate(${angle}) scale(${height / HEIGHT}) translate(${-width / 2} ${-HEIGHT / 2})`;
  return `<g transform='${place}' fill='none' stroke='${colour}' stroke-width='1' stroke-linecap='round' stroke-linejoin='round'>${letters.join('')}</g>`;
}
