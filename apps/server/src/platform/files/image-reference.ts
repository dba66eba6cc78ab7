import { randomBytes } from 'node:crypto';

/**
 * The purpose of an image. A `document`, which is a mechanic's document or a payment's screenshot, opens only with a
 * signed link (FILE-03).
 */
export type Purpose = 'image' | 'document';

const FOLDERS: Readonly<Record<Purpose, string>> = { image: 'images', document: 'documents' };
const ROOT = '/files/';
const ADDRESS = /^(\/files\/(images|documents)\/[0-9a-f]{32})(-thumbnail)?\.webp$/;
const NAME_BYTES = 16;

export interface ImageAddress {
  readonly reference: string;
  readonly purpose: Purpose;
  readonly isThumbnail: boolean;
}

/** Returns a reference with 128 random bits, so that it cannot be guessed. */
export function newReference(purpose: Purpose): string {
  return referenceNamed(purpose, randomBytes(NAME_BYTES).toString('hex'));
}

/** Returns the reference with this name. @param name 32 hex characters */
export const referenceNamed = (purpose: Purpose, name: string): string => `${ROOT}${FOLDERS[purpose]}/${name}.webp`;

/** Parses the path of an image or a thumbnail; null for other paths. */
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
 * Returns the reference in any URL of a stored image, even if the URL is absolute, signed, expired or for the
 * thumbnail; null for other URLs.
 */
export function referenceIn(url: string): string | null {
  const path = URL.canParse(url, 'http://wayside') ? new URL(url, 'http://wayside').pathname : '';
  return imageAddressOf(path)?.reference ?? null;
}

export function storedNames(reference: string): { readonly whole: string; readonly thumbnail: string } {
  const whole = reference.slice(ROOT.length);
  return { whole, thumbnail: whole.replace(/\.webp$/, '-thumbnail.webp') };
}

/** All columns that hold references. A test compares them with the schema. */
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

/** SQL that selects all references in records. */
export const USED_REFERENCES = IMAGE_COLUMNS.map(
  ([table, column]) => `SELECT ${column} FROM ${table} WHERE ${column} LIKE '/files/%'`,
).join(' UNION ALL ');
