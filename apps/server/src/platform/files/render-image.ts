import type { IMAGE_FORMATS } from '@wayside/contract/files';
import { ApiError, unavailable } from '../../api-error.ts';
import type { RenderedImage } from './render-process.ts';
import { renderInProcess } from './renderer.ts';

/** The formats that are decoded. No other bytes reach a decoder, above all no SVG and no PDF. */
type ImageFormat = (typeof IMAGE_FORMATS)[number];

const MEGA = 1_000_000;
/** Each format decodes this many within 420 MB, also interlaced and progressive; AVIF and HEIC need the most. */
const MAX_MEGAPIXELS: Readonly<Record<ImageFormat, number>> = {
  jpeg: 50,
  png: 50,
  webp: 50,
  gif: 50,
  avif: 16,
  heic: 25,
};
const FORMATS = 'JPEG, PNG, WebP, GIF, AVIF or HEIC';

const MAX_WAITING = 20;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes an image and encodes it again, so that the stored file holds its pixels and nothing else (FILE-03).
 * @param bytes as they were uploaded
 * @throws ApiError 415 for an unknown format, 413 for too many pixels, 400 for a damaged image, 503 when too many wait
 */
export async function renderImage(bytes: Buffer): Promise<RenderedImage> {
  if (bytes.length === 0) throw new ApiError('bad_request', 'The file is empty.');
  const format = imageFormatOf(bytes);
  if (format === null)
    throw new ApiError('unsupported_type', `The file is not an image that can be taken: ${FORMATS}.`);
  const maxMegapixels = MAX_MEGAPIXELS[format];
  const decodable = format === 'avif' || format === 'heic' ? withBrand(bytes, format) : bytes;
  const rendering = await inTurn(() => renderInProcess({ bytes: decodable, maxPixels: maxMegapixels * MEGA }));
  if ('image' in rendering) return rendering.image;
  if (rendering.failure === 'damaged')
    throw new ApiError(
      'bad_request',
      `The image is damaged or incomplete and cannot be read. Please send it again as ${FORMATS}.`,
    );
  const size = `${rendering.width} × ${rendering.height} pixels`;
  throw new ApiError(
    'too_large',
    `The image has ${size}: ${maxMegapixels} million are the most that can be taken.`,
  );
}

/** Renders a drawing of the demo data, which is SVG. */
export async function renderDrawing(svg: string): Promise<RenderedImage> {
  const rendering = await inTurn(() => renderInProcess({ bytes: Buffer.from(svg), maxPixels: MEGA }));
  if ('image' in rendering) return rendering.image;
  throw new Error(`a drawing of the demo is ${rendering.failure}`);
}

/** The format by the first bytes, never by a claimed name or type (FILE-03); null for any other. */
function imageFormatOf(bytes: Buffer): ImageFormat | null {
  if (startsWith(bytes, '\u00ff\u00d8\u00ff')) return 'jpeg';
  if (startsWith(bytes, '\u0089PNG\r\n\u001a\n')) return 'png';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif';
  return brandsOf(bytes).some(({ brand }) => HEIF_BRANDS.has(brand)) ? codecOf(bytes) : null;
}

/** Those of HEIC, of AVIF, and of any image or sequence of images in such a file. */
const HEIF_BRANDS = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'hevm',
  'hevs',
  'avif',
  'avis',
  'mif1',
  'msf1',
]);
const BRAND_BYTES = 4;
const MAX_BRANDS_BYTES = 256;
/** The description of the images is at the beginning. */
const DESCRIPTION_BYTES = 256 * 1024;

/** The major and the compatible brands of an ISO media file, whose first box lists them (TOUGH-05). */
function brandsOf(bytes: Buffer): { readonly brand: string; readonly at: number }[] {
  if (!startsWith(bytes, 'ftyp', 4)) return [];
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, MAX_BRANDS_BYTES);
  const brands: { readonly brand: string; readonly at: number }[] = [];
  for (let at = 8; at + BRAND_BYTES <= end; at += BRAND_BYTES)
    // The second is a version.
    if (at !== 12) brands.push({ brand: bytes.toString('latin1', at, at + BRAND_BYTES), at });
  return brands;
}

/** The brands may leave it open; the images' description has the configuration of their codec. */
const codecOf = (bytes: Buffer): 'heic' | 'avif' =>
  bytes.subarray(0, DESCRIPTION_BYTES).includes('av1C') ? 'avif' : 'heic';

/** A copy with one brand throughout: the decoders trust the brand, and know few of them. */
function withBrand(bytes: Buffer, brand: 'heic' | 'avif'): Buffer {
  const copy = Buffer.from(bytes);
  for (const { at } of brandsOf(bytes)) copy.write(brand, at, 'latin1');
  return copy;
}

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0));

/** Runs work after all earlier work. @throws ApiError 503 when too many wait already */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING)
    throw unavailable('Many images are being read just now. Please try again shortly.', 5);
  waiting += 1;
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    waiting -= 1;
  }
}
