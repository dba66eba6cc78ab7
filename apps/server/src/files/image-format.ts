import type { IMAGE_FORMATS } from '@wayside/contract/files';

/** What we decode. Everything else, SVG and PDF before all, never reaches a decoder. */
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0));

const AVIF_BRANDS = ['avif', 'avis'];

/** By the first bytes and never by a name or a type that somebody claims (FILE-03); null when it is none of them. */
export function imageFormatOf(bytes: Uint8Array): ImageFormat | null {
  if (startsWith(bytes, '\u00ff\u00d8\u00ff')) return 'jpeg';
  if (startsWith(bytes, '\u0089PNG\r\n\u001a\n')) return 'png';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif';
  if (startsWith(bytes, 'ftyp', 4) && AVIF_BRANDS.some((brand) => startsWith(bytes, brand, 8))) return 'avif';
  return null;
}
