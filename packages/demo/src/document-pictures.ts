import { COLOURS, type DemoPicture, demoPicture, lettered } from './demo-picture.ts';

const PAPER = '#f4f1ea';
const INK = '#38362f';
const STAMP = '#b3261e99';

/** Printed across a document, so that it cannot be mistaken for a real one. */
const SAMPLE = lettered('SAMPLE', { x: 200, y: 140, height: 56, colour: STAMP, angle: -18 });
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
      lettered('SAMPLE', { x: 200, y: 354, height: 34, colour: '#fff' }),
  });

const card = (colour: string, place: number): DemoPicture =>
  demoPicture(`card ${place}`, {
    purpose: 'document',
    width: 800,
    height: 560,
    shapes:
      block(PAPER, 0, 0, 400, 280) +
      block(colour, 0, 0, 400, 52) +
      lettered('AADHAAR', { x: 200, y: 26, height: 22, colour: '#fff' }) +
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
      lettered('SHOP', { x: 200, y: 84, height: 24, colour: '#fff' }) +
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
      lettered('PAID', { x: 200, y: 300, height: 40, colour }) +
      [380, 420, 460, 500].map((y, row) => line(60, y, 280 - (row % 3) * 60)).join('') +
      lettered('SAMPLE', { x: 200, y: 610, height: 48, colour: STAMP, angle: -12 }),
  });

/** Documents of mechanics. */
export const PHOTOS = COLOURS.map(photo);
export const CARDS = COLOURS.slice(0, 3).map(card);
export const SHOPS = COLOURS.slice(3).map(shop);
/** Payment screenshots of customers. */
export const RECEIPTS = COLOURS.slice(0, 2).map(receipt);
