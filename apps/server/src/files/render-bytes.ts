import sharp from 'sharp';

/** The longer side of what is kept, in pixels: an Aadhaar card can be read, a screen is filled. */
const LONGEST_SIDE = 2000;
/** The longer side of what lists show. */
const THUMBNAIL_SIDE = 128;
const QUALITY = 82;

// Memory is what a decoder can be made to run out of.
sharp.concurrency(1);
sharp.cache(false);

/** What is to be decoded. */
export interface RenderInput {
  readonly bytes: Uint8Array;
  /** More than these are refused before any is decoded. */
  readonly mostPixels: number;
}

/** An image as we keep it: our own encoding of its pixels and of nothing else. */
export interface RenderedImage {
  readonly whole: Uint8Array;
  readonly thumbnail: Uint8Array;
  /** Of the whole, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** What came of it. */
export type Rendering =
  | { readonly image: RenderedImage }
  | { readonly problem: 'too large'; readonly width: number; readonly height: number }
  | { readonly problem: 'damaged' };

/** Decodes an image and encodes it anew as WebP: upright, in sRGB, its first frame, without metadata (FILE-03). */
export async function renderBytes({ bytes, mostPixels }: RenderInput): Promise<Rendering> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > mostPixels) return { problem: 'too large', width, height };
    return { image: await render(bytes, mostPixels) };
  } catch {
    // What a decoder says of a broken image is of no use to whoever sent it.
    return { problem: 'damaged' };
  }
}

async function render(bytes: Uint8Array, mostPixels: number): Promise<RenderedImage> {
  const { data: whole, info } = await sharp(bytes, {
    failOn: 'error',
    sequentialRead: true,
    limitInputPixels: mostPixels,
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
