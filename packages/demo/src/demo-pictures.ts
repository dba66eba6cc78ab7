import { createHash } from 'node:crypto';
import { type Purpose, referenceNamed } from '../../../apps/server/src/platform/files/image-reference.ts';

/** A picture that the demo draws. Several records can share it. */
export interface DemoPicture {
  readonly reference: string;
  readonly purpose: Purpose;
  readonly width: number;
  readonly height: number;
  readonly svg: string;
}

export const COLOURS = ['#0b6b66', '#8a4b08', '#4b3f72', '#2f5d8a', '#7a2e3a', '#3d6b2f'] as const;
const NAME_LENGTH = 32;
const UNITS = 400;

/** Creates a picture whose reference depends only on its name, so that it is the same on all nodes and in all runs. */
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

/** Returns the reference of the picture at an index, modulo the number of pictures. */
export const pictureAt = (pictures: readonly DemoPicture[], place: number): string =>
  pictures[place % pictures.length]?.reference ?? '';

/** The URL of a missing image. Its host name is reserved and never resolves. */
export const BROKEN_PICTURE = 'https://images.invalid/gone.png';

/** Capital letters as SVG paths in a box of 4 by 6, because a machine may have no fonts. */
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

export interface Lettering {
  /** The centre of the word in the units of the picture. */
  readonly x: number;
  readonly y: number;
  /** The height of a capital in the units of the picture. */
  readonly height: number;
  readonly colour: string;
  /** Clockwise, in degrees. */
  readonly angle?: number;
}

/** Draws a word in capitals as SVG. A letter without a path leaves a gap. */
export function drawLettering(text: string, { x, y, height, colour, angle = 0 }: Lettering): string {
  const width = (text.length - 1) * ADVANCE + WIDTH;
  const letters = [...text].map(
    (letter, place) => `<path transform='translate(${place * ADVANCE} 0)' d='${STROKES[letter] ?? ''}'/>`,
  );
  const transform = `translate(${x} ${y}) rotate(${angle}) scale(${height / HEIGHT}) translate(${-width / 2} ${-HEIGHT / 2})`;
  return `<g transform='${transform}' fill='none' stroke='${colour}' stroke-width='1' stroke-linecap='round' stroke-linejoin='round'>${letters.join('')}</g>`;
}

const PAPER = '#f4f1ea';
const INK = '#38362f';
const STAMP = '#b3261e99';

/** Text printed across a document, so that it cannot be mistaken for a real one. */
const SAMPLE = drawLettering('SAMPLE', { x: 200, y: 140, height: 56, colour: STAMP, angle: -18 });
const person = (colour: string, x: number, y: number, size: number) =>
  `<g fill='${colour}' transform='translate(${x} ${y}) scale(${size})'><circle cy='-22' r='20'/><path d='M-38 46C-38 14 -22 4 0 4S38 14 38 46Z'/></g>`;
const line = (x: number, y: number, width: number) =>
  `<rect x='${x}' y='${y}' width='${width}' height='9' rx='4' fill='${INK}' opacity='.35'/>`;
const block = (colour: string, x: number, y: number, width: number, height: number) =>
  `<rect x='${x}' y='${y}' width='${width}' height='${height}' fill='${colour}'/>`;

const photo = (colour: string, place: number): DemoPicture =>
  demoPicture(`photo ${place}`, {
    purpose: 'document',
    width: 320,
    height: 320,
    shapes:
      block(colour, 0, 0, 400, 400) +
      person('#fff', 200, 185, 2.6) +
      drawLettering('SAMPLE', { x: 200, y: 354, height: 34, colour: '#fff' }),
  });

const card = (colour: string, place: number): DemoPicture =>
  demoPicture(`card ${place}`, {
    purpose: 'document',
    width: 800,
    height: 560,
    shapes:
      block(PAPER, 0, 0, 400, 280) +
      block(colour, 0, 0, 400, 52) +
      drawLettering('AADHAAR', { x: 200, y: 26, height: 22, colour: '#fff' }) +
      `<g opacity='.25'>${block(colour, 24, 76, 96, 120)}</g>` +
      person(colour, 72, 148, 1) +
      [line(144, 84, 180), line(144, 110, 120), line(144, 136, 150), line(144, 176, 90), line(88, 236, 224)].join(
        '',
      ) +
      SAMPLE,
  });

const shop = (colour: string, place: number): DemoPicture =>
  demoPicture(`shop ${place}`, {
    purpose: 'document',
    width: 800,
    height: 560,
    shapes:
      block('#cfe3ee', 0, 0, 400, 280) +
      block('#9a927f', 0, 236, 400, 44) +
      block(PAPER, 48, 96, 304, 144) +
      `<path fill='${colour}' d='M36 60h328l12 48H24z'/>` +
      block(INK, 72, 132, 150, 108) +
      `<g opacity='.5'>${block(colour, 250, 132, 74, 108)}</g>` +
      drawLettering('SHOP', { x: 200, y: 84, height: 24, colour: '#fff' }) +
      SAMPLE,
  });

const receipt = (colour: string, place: number): DemoPicture =>
  demoPicture(`receipt ${place}`, {
    purpose: 'document',
    width: 450,
    height: 800,
    shapes:
      block(PAPER, 0, 0, 400, 712) +
      `<circle cx='200' cy='170' r='76' fill='${colour}'/>` +
      `<path d='M164 172l26 28l48-56' fill='none' stroke='#fff' stroke-width='16' stroke-linecap='round' stroke-linejoin='round'/>` +
      drawLettering('PAID', { x: 200, y: 300, height: 40, colour }) +
      [380, 420, 460, 500].map((y, row) => line(60, y, 280 - (row % 3) * 60)).join('') +
      drawLettering('SAMPLE', { x: 200, y: 610, height: 48, colour: STAMP, angle: -12 }),
  });

export const PHOTOS = COLOURS.map(photo);
export const CARDS = COLOURS.slice(0, 3).map(card);
export const SHOPS = COLOURS.slice(3).map(shop);
export const RECEIPTS = COLOURS.slice(0, 2).map(receipt);

/** Line drawings in a box of 24 by 24, by subject. */
const ICONS: Readonly<Record<string, string>> = {
  drop: 'M12 3C9 8 6 11 6 15a6 6 0 0 0 12 0C18 11 15 8 12 3Z',
  disc: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18ZM12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6ZM12 3v3M12 18v3M3 12h3M18 12h3',
  battery: 'M3 8h18v11H3ZM6 8V5h3v3M15 8V5h3v3M6 13h4M14 13h4M16 11v4',
  tyre: 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20ZM12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10ZM12 2v3M22 12h-3M12 22v-3M2 12h3',
  cold: 'M12 2v20M3.3 7l17.4 10M20.7 7L3.3 17M12 6l-3-2M12 6l3-2M12 18l-3 2M12 18l3 2',
  lamp: 'M9 5C5 5 3 8 3 12s2 7 6 7c3 0 3-14 0-14ZM14 7h7M14 12h7M14 17h7',
  chain: 'M8 8h-1a4 4 0 0 0 0 8h3M14 8h3a4 4 0 0 1 0 8h-3M9 12h6',
  filter: 'M4 5h16v14H4ZM8 5v14M12 5v14M16 5v14',
  tow: 'M2 16V9h8v7M10 12h6l4 4M5 16a2 2 0 1 0 0 4a2 2 0 1 0 0-4ZM17 16a2 2 0 1 0 0 4a2 2 0 1 0 0-4ZM10 9L19 4M19 4v4',
  key: 'M8 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8ZM12 12h9M18 12v4M21 12v3',
  spanner: 'M15 4a5 5 0 0 0-5 7L3 18l3 3l7-7a5 5 0 0 0 6-7l-3 3l-3-3l3-3Z',
};

/** Patterns that select the icon of a service or part by its name; the first match applies. */
const SUBJECTS: readonly (readonly [icon: string, words: RegExp])[] = [
  ['cold', /\bAC\b|coolant|gas/i],
  ['filter', /filter/i],
  ['drop', /oil|wash|fluid|fuel|lubric|petrol|diesel/i],
  ['battery', /battery|terminal|jump/i],
  ['disc', /brake|clutch|plate|bearing/i],
  ['tyre', /tyre|wheel|tube|punct|valve/i],
  ['lamp', /light|bulb|wiring|plug/i],
  ['chain', /chain|cable|kit/i],
  ['tow', /tow|accident|stuck|crane/i],
  ['key', /key|lock/i],
];

const icons = Object.entries(ICONS).map(([name, path], place) => ({ name, picture: icon(name, path, place) }));
const emblems = new Map<string, DemoPicture>(
  [...'MHTKBRYAEP'].map((letter, place) => [letter, emblem(letter, place)]),
);

function icon(name: string, path: string, place: number): DemoPicture {
  const colour = COLOURS[place % COLOURS.length] ?? COLOURS[0];
  return demoPicture(`icon ${name}`, {
    purpose: 'image',
    width: 256,
    height: 256,
    shapes:
      `<path fill='${colour}' d='M0 0h400v400H0z'/><path transform='translate(80 80) scale(10)' d='${path}' fill='none' stroke='#fff'` +
      ` stroke-width='1.6' stroke-linecap='round' stroke-linejoin='round'/>`,
  });
}

function emblem(letter: string, place: number): DemoPicture {
  const colour = COLOURS[place % COLOURS.length] ?? COLOURS[0];
  return demoPicture(`emblem ${letter}`, {
    purpose: 'image',
    width: 256,
    height: 256,
    shapes:
      `<path fill='#fff' d='M0 0h400v400H0z'/><circle cx='200' cy='200' r='150' fill='none' stroke='${colour}' stroke-width='22'/>` +
      drawLettering(letter, { x: 200, y: 200, height: 130, colour }),
  });
}

export function iconFor(name: string): string {
  const subject = SUBJECTS.find(([, words]) => words.test(name))?.[0] ?? 'spanner';
  return icons.find((candidate) => candidate.name === subject)?.picture.reference ?? '';
}

/** Returns the fictional emblem of a manufacturer: its first letter in a ring. Null if the letter has no path. */
export const emblemFor = (maker: string): string | null => emblems.get(maker.slice(0, 1))?.reference ?? null;

export const CATALOGUE_PICTURES: readonly DemoPicture[] = [
  ...icons.map(({ picture }) => picture),
  ...emblems.values(),
];
