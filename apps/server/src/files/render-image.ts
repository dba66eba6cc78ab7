import { ApiError } from '../api-error.ts';
import { type ImageFormat, imageFormatOf } from './image-format.ts';
import { inTurn } from './in-turn.ts';
import type { RenderedImage } from './render-bytes.ts';
import { renderInProcess } from './renderer.ts';

const MEGA = 1_000_000;
/** So many are decoded within 320 MB (measured, interlaced and progressive too); AVIF needs three times as much. */
const MOST_MEGAPIXELS: Readonly<Record<ImageFormat, number>> = { jpeg: 50, png: 50, webp: 50, gif: 50, avif: 16 };

const takeTurn = inTurn();

/**
 * Decodes an image and encodes it anew, so that what is kept holds its pixels and nothing else (FILE-03).
 * @param bytes whatever somebody sent
 * @throws ApiError 415 when it is no image that we read, 413 when it has too many pixels, 400 when it is damaged
 */
export async function renderImage(bytes: Buffer): Promise<RenderedImage> {
  if (bytes.length === 0) throw new ApiError(400, 'The file is empty.');
  const format = imageFormatOf(bytes);
  if (format === null)
    throw new ApiError(415, 'The file is not an image that can be taken: JPEG, PNG, WebP, GIF or AVIF.');
  const mostMegapixels = MOST_MEGAPIXELS[format];
  const rendering = await takeTurn(() => renderInProcess({ bytes, mostPixels: mostMegapixels * MEGA }));
  if ('image' in rendering) return rendering.image;
  if (rendering.problem === 'damaged')
    throw new ApiError(400, 'The image is damaged or incomplete and cannot be read.');
  const size = `${rendering.width} × ${rendering.height} pixels`;
  throw new ApiError(413, `The image has ${size}: ${mostMegapixels} million are the most that can be taken.`);
}

/** A drawing of our own, as SVG, the same way. */
export async function renderDrawing(svg: string): Promise<RenderedImage> {
  const rendering = await takeTurn(() => renderInProcess({ bytes: Buffer.from(svg), mostPixels: MEGA }));
  if ('image' in rendering) return rendering.image;
  throw new Error(`a drawing of ours is ${rendering.problem}`);
}
