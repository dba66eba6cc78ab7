import { createHash } from 'node:crypto';
import { type Purpose, referenceNamed } from '../files/image-reference.ts';

/** A picture that the demo draws; many records may hold the same. */
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

/** A picture of a name, under which every node and every fill finds the same one. */
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

/** The reference of one of several pictures, in turn. */
export const inTurn = (pictures: readonly DemoPicture[], place: number): string =>
  pictures[place % pictures.length]?.reference ?? '';
