import { randomBytes } from 'node:crypto';

/** `document`: somebody's papers or a payment's screenshot, read by signed links alone (FILE-03). */
export type Purpose = 'image' | 'document';

const FOLDERS: Readonly<Record<Purpose, string>> = { image: 'images', document: 'documents' };
const ROOT = '/files/';
const ADDRESS = /^(\/files\/(images|documents)\/[0-9a-f]{32})(-thumbnail)?\.webp$/;
const NAME_BYTES = 16;

/** What an address under /files leads to. */
export interface ImageAddress {
  /** What records hold of the image. */
  readonly reference: string;
  readonly purpose: Purpose;
  readonly isThumbnail: boolean;
}

/** A reference that nobody can guess: 128 random bits. */
export function newReference(purpose: Purpose): string {
  return referenceNamed(purpose, randomBytes(NAME_BYTES).toString('hex'));
}

/** @param name 32 hex characters */
export const referenceNamed = (purpose: Purpose, name: string): string => `${ROOT}${FOLDERS[purpose]}/${name}.webp`;

/** Reads a path; null when it is no image's. */
export function imageAddressOf(path: string): ImageAddress | null {
  const [, stem, folder, suffix] = ADDRESS.exec(path) ?? [];
  if (stem === undefined) return null;
  return {
    reference: `${stem}.webp`,
    purpose: folder === FOLDERS.document ? 'document' : 'image',
    isThumbnail: suffix !== undefined,
  };
}

/**
 * The image of ours that a URL leads to, be it relative or absolute, signed, expired or a thumbnail's; null when it
 * cannot be one. Only the table of files knows whether there is such an image.
 */
export function referenceIn(url: string): string | null {
  const path = URL.canParse(url, 'http://wayside') ? new URL(url, 'http://wayside').pathname : '';
  return imageAddressOf(path)?.reference ?? null;
}

/** The names under which the store keeps an image and its thumbnail. */
export function storedNames(reference: string): { readonly whole: string; readonly thumbnail: string } {
  const whole = reference.slice(ROOT.length);
  return { whole, thumbnail: whole.replace(/\.webp$/, '-thumbnail.webp') };
}
