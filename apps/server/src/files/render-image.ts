import { Refusal } from '../refusal.ts';
import { type ImageFormat, imageFormatOf } from './image-format.ts';
import { inTurn } from './in-turn.ts';
import { loadSharp } from './load-sharp.ts';

/** The longer side of what is kept, in pixels: an Aadhaar card can be read, a screen is filled. */
const LONGEST_SIDE = 2000;
/** The longer side of what lists show. */
export const THUMBNAIL_SIDE = 128;
const QUALITY = 82;
const TIMEOUT_SECONDS = 20;
/** So many are decoded within 320 MB (measured, interlaced and progressive too); AVIF needs three times as much. */
const MOST_MEGAPIXELS: Readonly<Record<ImageFormat, number>> = { jpeg: 50, png: 50, webp: 50, gif: 50, avif: 16 };

/** An image as we keep it: our own encoding of its pixels and of nothing else. */
export interface RenderedImage {
  readonly whole: Buffer;
  readonly thumbnail: Buffer;
  /** Of the whole, in pixels. */
  readonly width: number;
  readonly height: number;
}

const takeTurn = inTurn();

/**
 * Decodes an image and encodes it anew as WebP (FILE-03): upright, in sRGB, its first frame, without metadata.
 * @param bytes whatever somebody sent
 * @throws Refusal 415 when it is no image that we read, 413 when it has too many pixels, 400 when it is damaged
 */
export async function renderImage(bytes: Buffer): Promise<RenderedImage> {
  if (bytes.length === 0) throw new Refusal(400, 'The file is empty.');
  const format = imageFormatOf(bytes);
  if (format === null)
    throw new Refusal(415, 'The file is not an image that can be taken: JPEG, PNG, WebP, GIF or AVIF.');
  return await takeTurn(() => render(bytes, MOST_MEGAPIXELS[format]));
}

async function render(bytes: Buffer, mostMegapixels: number): Promise<RenderedImage> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuseDamaged);
  if (width * height > mostMegapixels * 1e6)
    throw new Refusal(
      413,
      `The image has ${width} × ${height} pixels: ${mostMegapixels} million are the most that can be taken.`,
    );
  const { data: whole, info } = await sharp(bytes, {
    failOn: 'error',
    sequentialRead: true,
    limitInputPixels: mostMegapixels * 1e6,
  })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: QUALITY })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseDamaged);
  const thumbnail = await sharp(whole)
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
  return { whole, thumbnail, width: info.width, height: info.height };
}

// What a decoder says of a broken image is of no use to whoever sent it.
function refuseDamaged(): never {
  throw new Refusal(400, 'The image is damaged or incomplete and cannot be read.');
}
