import sharp, { type Sharp } from 'sharp';

/* Decodes uploaded images, one at a time, without access to anything else; started by `render-image.ts`. */

/** In pixels; an Aadhaar card remains readable. */
const MAX_SIDE = 2000;
/** In pixels. */
const THUMBNAIL_SIDE = 128;
const QUALITY = 82;

// Limits the memory that malicious images can use.
sharp.concurrency(1);
sharp.cache(false);

export interface RenderInput {
  readonly bytes: Uint8Array;
  /** Larger images are not decoded. */
  readonly maxPixels: number;
}

export interface RenderedImage {
  readonly full: Uint8Array;
  readonly thumbnail: Uint8Array;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

export type Rendering =
  | { readonly image: RenderedImage }
  | { readonly failure: 'too large'; readonly width: number; readonly height: number }
  | { readonly failure: 'damaged' };

/** Decodes an image and encodes its first frame as WebP, upright, in sRGB and without metadata (FILE-03). */
async function renderBytes({ bytes, maxPixels }: RenderInput): Promise<Rendering> {
  try {
    const { format, compression, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) return { failure: 'too large', width, height };
    if (compression === 'hevc') return { image: await render(await decodeHevc(bytes)) };
    const decode = (image: Uint8Array, failOn: 'error' | 'warning') =>
      render(sharp(image, { failOn, sequentialRead: true, limitInputPixels: maxPixels }));
    const image = await decode(bytes, 'error').catch((error: unknown) => {
      if (format !== 'jpeg') throw error;
      // Some cameras and transfers omit the end marker and a few rows before it. A warning means that more is missing
      // (TOUGH-05).
      const ended = Buffer.concat([bytes, JPEG_END]);
      return decode(ended, 'warning').catch(async (warning: unknown) => {
        if (!(await hasLastRows(ended, maxPixels))) throw warning;
        return decode(ended, 'error');
      });
    });
    return { image };
  } catch {
    // The decoder's error message would not help the sender.
    return { failure: 'damaged' };
  }
}

/** The maximum number of rows per block of the decoder. */
const BLOCK_ROWS = 16;

/** Checks whether the image is complete up to its last rows. The decoder fills missing rows with a single colour. */
async function hasLastRows(image: Uint8Array, limitInputPixels: number): Promise<boolean> {
  const decoded = sharp(image, { failOn: 'error', limitInputPixels }).raw();
  const { data, info } = await decoded.toBuffer({ resolveWithObject: true });
  const rowBytes = info.width * info.channels;
  const rows = data.subarray(Math.max(0, info.height - 3 * BLOCK_ROWS) * rowBytes, -BLOCK_ROWS * rowBytes);
  return !rows.subarray(info.channels).equals(rows.subarray(0, -info.channels));
}

const JPEG_END = Buffer.from([0xff, 0xd9]);

/** Decodes an iPhone photo, which sharp cannot do (docs/decisions/042-heic.md). */
async function decodeHevc(bytes: Uint8Array): Promise<Sharp> {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const images = new libheif.HeifDecoder().decode(bytes);
  const photo = images.find((image) => image.is_primary()) ?? images[0];
  if (!photo) throw new Error('there is no image in the file');
  const [width, height] = [photo.get_width(), photo.get_height()];
  const data = new Uint8ClampedArray(width * height * 4);
  await new Promise<void>((resolve, reject) => {
    photo.display({ data, width, height }, (pixels) =>
      pixels === null ? reject(new Error('the image cannot be decoded')) : resolve(),
    );
  });
  for (const image of images) image.free();
  return sharp(data, { raw: { width, height, channels: 4 } });
}

async function render(decoded: Sharp): Promise<RenderedImage> {
  const { data: whole, info } = await decoded
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  const thumbnail = await sharp(whole)
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
  return { full: whole, thumbnail, width: info.width, height: info.height };
}

process.on('message', (input: RenderInput) => {
  void renderBytes(input).then((rendering) => process.send?.(rendering));
});
// The process ends with its parent, which handles signals sent to the process group.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.send?.('ready');
