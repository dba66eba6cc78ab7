import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { TOTAL_ROWS_HEADER } from '@wayside/contract/wire/list-endpoints';
import { t } from '../languages/text.ts';
import { type CallInput, fetchResponse } from './api.ts';
import { ApiError } from './api-error.ts';

const LINE_FEED = 10;
const NAME = /filename="([^"]+)"/;

/**
 * Time limit for the next chunk of a download. It is long, because the server reads many rows before the first chunk.
 */
const STALL_TIMEOUT_MS = 120_000;

/** The progress of a download. */
export interface Downloaded {
  readonly share: number | null;
  readonly bytes: number;
}

export interface Download {
  /** The name to use if the server sends none. */
  readonly fileName: string;
  readonly onDownload?: (downloaded: Downloaded) => void;
}

/**
 * Fetches a table as a stream and saves it as a file in the browser. @returns the name of the file and the number of
 * rows announced by the server @throws ApiError, including when no data arrives for two minutes (ERR-03); rethrows an
 * AbortError
 */
export async function downloadTable<P, Q>(
  endpoint: Endpoint<P, Q, null, string>,
  { fileName, onDownload, ...input }: CallInput<P, Q, null> & Download,
): Promise<{ readonly name: string; readonly rows: number }> {
  const silence = new AbortController();
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => silence.abort(), STALL_TIMEOUT_MS);
  };
  wait();
  try {
    const signal = input.signal ? AbortSignal.any([input.signal, silence.signal]) : silence.signal;
    const response = await fetchResponse(endpoint, { ...input, signal });
    return await save(response, { fileName, ...(onDownload && { onDownload }) }, wait);
  } catch (error) {
    if (!silence.signal.aborted) throw error;
    throw new ApiError('No response in time', { kind: 'timeout', cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function save(response: Response, { fileName, onDownload }: Download, onBytes: () => void) {
  const rows = Number(response.headers.get(TOTAL_ROWS_HEADER) ?? 0);
  const type = response.headers.get('content-type') ?? '';
  const isText = type.startsWith('text/');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    onBytes();
    parts.push(read.value);
    bytes += read.value.length;
    if (isText) for (const byte of read.value) if (byte === LINE_FEED) lines += 1;
    // The share is capped at 1, because a text cell may contain line feeds.
    if (rows > 0) onDownload?.({ share: isText ? Math.min(1, lines / (rows + 1)) : null, bytes });
  }
  const name = NAME.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? fileName;
  saveFile(new Blob(parts, { type }), name);
  return { name, rows };
}

const IMAGE_TIMEOUT_MS = 60_000;

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
  'image/heic': 'heic',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
};
const GENERIC_MEDIA_TYPES = ['', 'application/octet-stream', 'binary/octet-stream'];

/** Error that states why an image could not be fetched. Its message has no full stop. */
export class ImageUnavailable extends Error {}

export interface FetchedImage {
  readonly content: Blob;
  /** The file extension with its dot; empty if it is unknown. */
  readonly extension: string;
}

/**
 * Fetches an image in order to save it, because a link cannot save an image of another origin. The host must allow it
 * (CORS).
 * @throws ImageUnavailable
 */
export async function fetchImage(url: string): Promise<FetchedImage> {
  const { host, pathname } = new URL(url, location.href);
  let content: Blob;
  try {
    // Bypasses the cache, because the cached response of an <img> has no CORS headers.
    const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(IMAGE_TIMEOUT_MS) });
    if (!response.ok)
      throw new ImageUnavailable(t('{host} returned an error ({status})', { host, status: response.status }));
    content = await response.blob();
  } catch (error) {
    if (error instanceof ImageUnavailable) throw error;
    const text =
      host === location.host
        ? t('{host} does not respond', { host })
        : t('{host} does not respond, or does not allow this page to read its files', { host });
    throw new ImageUnavailable(text, { cause: error });
  }
  const kind = content.type.split(';', 1)[0] ?? '';
  if (!kind.startsWith('image/') && !GENERIC_MEDIA_TYPES.includes(kind))
    throw new ImageUnavailable(t('{host} did not return an image', { host }));
  return {
    content,
    extension: EXTENSIONS[kind] ? `.${EXTENSIONS[kind]}` : (/\.\w{2,5}$/.exec(pathname)?.[0] ?? ''),
  };
}

const OBJECT_URL_TTL_MS = 60_000;

export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), OBJECT_URL_TTL_MS);
}
