import { randomBytes } from 'node:crypto';

/** A `document` is a mechanic's document or the screenshot of a payment; only signed links open it (FILE-03). */
export type Purpose = 'image' | 'document';

const FOLDERS: Readonly<Record<Purpose, string>> = { image: 'images', document: 'documents' };
const ROOT = '/files/';
const ADDRESS = /^(\/files\/(images|documents)\/[0-9a-f]{32})(-thumbnail)?\.webp$/;
const NAME_BYTES = 16;

/** An address under /files, parsed. */
export interface ImageAddress {
  /** The value that records store. */
  readonly reference: string;
  readonly purpose: Purpose;
  readonly isThumbnail: boolean;
}

/** A new reference that nobody can guess: 128 random bits. */
export function newReference(purpose: Purpose): string {
  return referenceNamed(purpose, randomBytes(NAME_BYTES).toString('hex'));
}

/** @param name 32 hex characters */
export const referenceNamed = (purpose: Purpose, name: string): string => `${ROOT}${FOLDERS[purpose]}/${name}.webp`;

/** Parses a path; null when it is not the path of an image. */
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
 * The reference in the URL of a stored image: relative or absolute, signed, expired or of the thumbnail. Null for any
 * other URL. Whether the image exists is in the table `files`.
 */
export function referenceIn(url: string): string | null {
  const path = URL.canParse(url, 'http://wayside') ? new URL(url, 'http://wayside').pathname : '';
  return imageAddressOf(path)?.reference ?? null;
}

/** The names of an image and its thumbnail in the store. */
export function storedNames(reference: string): { readonly whole: string; readonly thumbnail: string } {
  const whole = reference.slice(ROOT.length);
  return { whole, thumbnail: whole.replace(/\.webp$/, '-thumbnail.webp') };
}

/** Every column that refers to images; references start with /files/. A test compares it with the schema. */
export const IMAGE_COLUMNS: readonly (readonly [table: string, column: string])[] = [
  ['sos_services', 'image'],
  ['services', 'image'],
  ['parts', 'image'],
  ['vehicle_models', 'image'],
  ['mechanics', 'profile_photo'],
  ['mechanics', 'aadhaar_card'],
  ['mechanics', 'shop_photo'],
  ['payments', 'screenshot'],
  ['document_copies', 'copied_image'],
];

/** A query for the references that records hold. */
export const USED_REFERENCES = IMAGE_COLUMNS.map(
  ([table, column]) => `SELECT ${column} FROM ${table} WHERE ${column} LIKE '/files/%'`,
).join(' UNION ALL ');
