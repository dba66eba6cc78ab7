import sharp from 'sharp';

/*
 * The program of a process that decodes uploaded images, one at a time, and has access to nothing else: see `renderer.ts`,
 * which starts it.
 */

/** The longer side of a stored image, in pixels: an Aadhaar card is readable, a screen is filled. */
const LONGEST_SIDE = 2000;
/** The longer side of a thumbnail. */
const THUMBNAIL_SIDE = 128;
const QUALITY = 82;

// Limits the memory that a hostile image can make the decoder use.
sharp.concurrency(1);
sharp.cache(false);

/** An image to decode. */
export interface RenderInput {
  readonly bytes: Uint8Array;
  /** An image with more pixels is not decoded. */
  readonly maxPixels: number;
}

/** An image to store: the pixels, encoded again, and nothing else. */
export interface RenderedImage {
  readonly whole: Uint8Array;
  readonly thumbnail: Uint8Array;
  /** Size of the whole image, in pixels. */
  readonly width: number;
  readonly height: number;
}

export type Rendering =
  | { readonly image: RenderedImage }
  | { readonly failure: 'too large'; readonly width: number; readonly height: number }
  | { readonly failure: 'damaged' };

/** Decodes an image and encodes it as WebP: upright, in sRGB, its first frame, without metadata (FILE-03). */
async function renderBytes({ bytes, maxPixels }: RenderInput): Promise<Rendering> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) return { failure: 'too large', width, height };
    return { image: await render(bytes, maxPixels) };
  } catch {
    // The message of the decoder does not help the person who sent the image.
    return { failure: 'damaged' };
  }
}

async function render(bytes: Uint8Array, maxPixels: number): Promise<RenderedImage> {
  const { data: whole, info } = await sharp(bytes, {
    failOn: 'error',
    sequentialRead: true,
    limitInputPixels: maxPixels,
  })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  const thumbnail = await sharp(whole)
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
  return { whole, thumbnail, width: info.width, height: info.height };
}

process.on('message', (input: RenderInput) => {
  void renderBytes(input).then((rendering) => process.send?.(rendering));
});
// It ends with its parent and not before: the parent handles a signal to the process group.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.send?.('ready');
