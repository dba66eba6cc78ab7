import regular from './fonts/noto-sans-devanagari-400.woff2';
import semibold from './fonts/noto-sans-devanagari-600.woff2';

const FAMILY = 'Noto Sans Devanagari';
/** Fonts of Windows, macOS and Linux, then our file. */
const FACES = [
  ['400 500', ['Nirmala UI', 'Kohinoor Devanagari', 'Noto Sans Devanagari'], regular],
  ['600 650', ['Nirmala UI Bold', 'Kohinoor Devanagari Semibold', 'Noto Sans Devanagari SemiBold'], semibold],
] as const;
const RANGE = 'U+0900-097F, U+1CD0-1CF9, U+200C-200D, U+25CC, U+A830-A839, U+A8E0-A8FF';
const DEVANAGARI = /[\u0900-\u097F]/;

const addedFaces: FontFace[] = [];

/** Adds a font for Devanagari, which the browser fetches when there is such text (VIEW-09). */
export function addDevanagari(): readonly FontFace[] {
  if (addedFaces.length > 0) return addedFaces;
  for (const [weight, names, url] of FACES) {
    const local = names.map((name) => `local("${name}")`).join(', ');
    const source = `${local}, url("${url}") format("woff2")`;
    const face = new FontFace(FAMILY, source, { weight, unicodeRange: RANGE, display: 'swap' });
    document.fonts.add(face);
    addedFaces.push(face);
  }
  return addedFaces;
}

/** The same, and fetches it now, so that no row moves later. */
export const fetchDevanagari = (): Promise<unknown> => Promise.all(addDevanagari().map((face) => face.load()));

/** Resolves when the font for a text is loaded. */
export async function loadDevanagari(text: string | null): Promise<void> {
  if (!DEVANAGARI.test(text ?? '')) return;
  await fetchDevanagari().catch((error: unknown) =>
    console.warn('the font for Devanagari could not be loaded', error),
  );
}
