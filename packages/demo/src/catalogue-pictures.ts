import { COLOURS, type DemoPicture, demoPicture, lettered } from './demo-picture.ts';

/** Line drawings in a box of 24 by 24 by subject. */
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

/** The icon of a service or part: the first pattern that matches its name. */
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
      lettered(letter, { x: 200, y: 200, height: 130, colour }),
  });
}

/** The picture of a service or part. */
export function iconFor(name: string): string {
  const subject = SUBJECTS.find(([, words]) => words.test(name))?.[0] ?? 'spanner';
  return icons.find((candidate) => candidate.name === subject)?.picture.reference ?? '';
}

/** A fictional emblem of a maker: its first letter in a ring. Null for a letter without a drawing. */
export const emblemFor = (maker: string): string | null => emblems.get(maker.slice(0, 1))?.reference ?? null;

export const CATALOGUE_PICTURES: readonly DemoPicture[] = [
  ...icons.map(({ picture }) => picture),
  ...emblems.values(),
];
