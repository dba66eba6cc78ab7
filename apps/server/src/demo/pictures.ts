const COLOURS = ['0b6b66', '8a4b08', '4b3f72', '2f5d8a', '7a2e3a', '3d6b2f'];

/**
 * A picture that needs no file and no network: one or two letters on a colour, as a data URL.
 * @param shape a square for people and goods, a card for documents
 */
export function picture(letters: string, place: number, shape: 'square' | 'card' = 'square'): string {
  const width = shape === 'card' ? 160 : 100;
  const size = shape === 'card' ? 18 : 40;
  const colour = COLOURS[place % COLOURS.length] ?? '0b6b66';
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} 100'><path fill='#${colour}' d='M0 0h${width}v100H0z'/>` +
    `<text x='50%' y='50%' dy='.35em' text-anchor='middle' font-family='sans-serif' font-size='${size}' fill='#fff'>${letters}</text></svg>`;
  return `data:image/svg+xml,${svg.replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E')}`;
}

/** An image that is nowhere: its host is reserved for never existing. */
export const BROKEN_PICTURE = 'https://images.invalid/gone.png';

/** The first letters of a name in Latin letters, two at most. */
export function initialsOf(name: string | null): string {
  const letters = (name ?? '').match(/\b[A-Z]/g) ?? [];
  return letters.slice(0, 2).join('') || 'W';
}
