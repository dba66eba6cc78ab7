import { CATALOGUE_PICTURES } from './catalogue-pictures.ts';
import type { DemoPicture } from './demo-picture.ts';
import { CARDS, PHOTOS, RECEIPTS, SHOPS } from './document-pictures.ts';

/** An image that is nowhere: its host is reserved for never existing. */
export const BROKEN_PICTURE = 'https://images.invalid/gone.png';

/** All that the demo draws. */
export const DEMO_PICTURES: readonly DemoPicture[] = [
  ...PHOTOS,
  ...CARDS,
  ...SHOPS,
  ...RECEIPTS,
  ...CATALOGUE_PICTURES,
];
