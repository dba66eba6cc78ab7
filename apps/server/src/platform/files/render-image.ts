import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { IMAGE_FORMATS } from '@wayside/contract/files';
import { sentence } from '@wayside/contract/sentences';
import { ApiError, unavailable } from '../../api-error.ts';
import type { RenderedImage, RenderInput, Rendering } from './render-process.ts';

const TIMEOUT_MS = 30_000;
const IDLE_MS = 30_000;

/* A child process without secrets that decodes images. A malicious image can harm only this process, a slow one can
   be ended, and its memory is returned. The process starts with the first image and ends when idle. */
interface Renderer {
  readonly child: ChildProcess;
  readonly ready: Promise<unknown>;
  /** Resolves when the process has ended or failed to start. */
  readonly ended: Promise<'ended'>;
}

let current: Renderer | null = null;
let idle: NodeJS.Timeout | undefined;

/** In tests, the TypeScript source is loaded. */
const isSource = import.meta.url.endsWith('.ts');
const built = fileURLToPath(new URL('./render-process.js', import.meta.url));
const program = isSource ? built.replace(/js$/, 'ts') : built;

function startRenderer(): Renderer {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: isSource ? ['--import', 'tsx'] : [],
    // Passes none of the server's variables. A single arena prevents each decoder thread from retaining its largest
    // allocation.
    env: { MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = new Promise<'ended'>((resolve) => {
    for (const event of ['exit', 'error']) child.on(event, () => resolve('ended'));
  });
  const unready = ended.then(() => {
    throw new Error('the process that decodes images cannot be started');
  });
  const ready = Promise.race([once(child, 'message'), unready]);
  ready.catch(() => undefined);
  const renderer = { child, ready, ended };
  void ended.then(() => discard(renderer));
  return renderer;
}

/**
 * Decodes one image in the child process. An image that crashes two processes or takes half a minute is treated as
 * damaged. @throws Error if no process can be started
 */
export async function renderInProcess(input: RenderInput): Promise<Rendering> {
  const first = await ask(input);
  // Something other than the image may have ended the process.
  const response = first === 'ended' ? await ask(input) : first;
  return typeof response === 'string' ? { failure: 'damaged' } : response;
}

async function ask(input: RenderInput): Promise<Rendering | 'ended' | 'too late'> {
  clearTimeout(idle);
  current ??= startRenderer();
  const renderer = current;
  const { child, ready, ended } = renderer;
  const done = new AbortController();
  const { signal } = done;
  keepProcessAlive(child, true);
  try {
    await ready;
    const response = once(child, 'message', { signal }).then(([message]) => message as Rendering);
    child.send(input);
    const answered = await Promise.race([response, ended, delay(TIMEOUT_MS, 'too late' as const, { signal })]);
    if (typeof answered === 'string') discard(renderer);
    return answered;
  } finally {
    done.abort();
    keepProcessAlive(child, false);
    idle = setTimeout(() => discard(renderer), IDLE_MS).unref();
  }
}

function discard(renderer: Renderer): void {
  if (current === renderer) current = null;
  renderer.child.kill('SIGKILL');
}

/** Keeps this process alive while the child process works. */
function keepProcessAlive(child: ChildProcess, isAtWork: boolean): void {
  if (isAtWork) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

/** The accepted formats. No other bytes reach a decoder, especially no SVG or PDF. */
type ImageFormat = (typeof IMAGE_FORMATS)[number];

const MEGA = 1_000_000;
/** Images of this size can be decoded within 420 MB, even if interlaced or progressive. */
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
 * Decodes and re-encodes an image, so that only its pixels are stored (FILE-03).
 * @throws ApiError 415 for an unknown format, 413 for too many pixels, 400 for a damaged image, 503 for too many
 * waiting
 */
export async function renderImage(bytes: Buffer): Promise<RenderedImage> {
  if (bytes.length === 0) throw new ApiError('bad_request', sentence('file_empty'));
  const format = imageFormatOf(bytes);
  if (format === null)
    throw new ApiError('unsupported_type', sentence('image_format_unknown', { formats: FORMATS }));
  const maxMegapixels = MAX_MEGAPIXELS[format];
  const decodable = format === 'avif' || format === 'heic' ? withBrand(bytes, format) : bytes;
  const rendering = await runInSequence(() =>
    renderInProcess({ bytes: decodable, maxPixels: maxMegapixels * MEGA }),
  );
  if ('image' in rendering) return rendering.image;
  if (rendering.failure === 'damaged')
    throw new ApiError('bad_request', sentence('image_damaged', { formats: FORMATS }));
  const { width, height } = rendering;
  throw new ApiError('too_large', sentence('image_too_large', { width, height, most: maxMegapixels }));
}

/** Renders an SVG drawing of the demo. */
export async function renderDrawing(svg: string): Promise<RenderedImage> {
  const rendering = await runInSequence(() => renderInProcess({ bytes: Buffer.from(svg), maxPixels: MEGA }));
  if ('image' in rendering) return rendering.image;
  throw new Error(`a drawing of the demo is ${rendering.failure}`);
}

/** Detects the format from the first bytes, never from the name or type (FILE-03); null for other formats. */
function imageFormatOf(bytes: Buffer): ImageFormat | null {
  if (startsWith(bytes, '\u00ff\u00d8\u00ff')) return 'jpeg';
  if (startsWith(bytes, '\u0089PNG\r\n\u001a\n')) return 'png';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif';
  return brandsOf(bytes).some(({ brand }) => HEIF_BRANDS.has(brand)) ? codecOf(bytes) : null;
}

/** Brands of HEIC, AVIF, and generic images or sequences. */
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
const DESCRIPTION_BYTES = 256 * 1024;

/** Returns the brands in the first box of an ISO media file (TOUGH-05). */
function brandsOf(bytes: Buffer): { readonly brand: string; readonly at: number }[] {
  if (!startsWith(bytes, 'ftyp', 4)) return [];
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, MAX_BRANDS_BYTES);
  const brands: { readonly brand: string; readonly at: number }[] = [];
  for (let at = 8; at + BRAND_BYTES <= end; at += BRAND_BYTES)
    // The second value is a version, not a brand.
    if (at !== 12) brands.push({ brand: bytes.toString('latin1', at, at + BRAND_BYTES), at });
  return brands;
}

/** Detects the codec from the image's description, because brands can be generic. */
const codecOf = (bytes: Buffer): 'heic' | 'avif' =>
  bytes.subarray(0, DESCRIPTION_BYTES).includes('av1C') ? 'avif' : 'heic';

/** Rewrites the brand, because the decoders know only a few brands and rely on them. */
function withBrand(bytes: Buffer, brand: 'heic' | 'avif'): Buffer {
  const copy = Buffer.from(bytes);
  for (const { at } of brandsOf(bytes)) copy.write(brand, at, 'latin1');
  return copy;
}

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0));

/** Runs `work` after all earlier work has finished. @throws ApiError 503 if too many calls wait */
async function runInSequence<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING) throw unavailable(sentence('images_busy'), 5);
  waiting += 1;
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    waiting -= 1;
  }
}
