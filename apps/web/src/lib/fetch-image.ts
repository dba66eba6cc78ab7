/** A host that does not answer for so long does not answer. */
const PATIENCE_MS = 60_000;

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
/** Object storage names no better kind for what was stored without one. */
const UNNAMED = ['', 'application/octet-stream', 'binary/octet-stream'];

/** Why an image could not be fetched, in words for a person; without the full stop. */
export class ImageUnavailable extends Error {}

/** An image as a file. */
export interface FetchedImage {
  readonly content: Blob;
  /** With its dot; empty where neither the host nor the address tells. */
  readonly extension: string;
}

/**
 * Fetches an image that the page shows, for a browser saves no image of another origin by a link. The host must let the
 * page read it (CORS), and be one that the content security policy knows: our server, API_HOST or FILE_HOST.
 * @throws ImageUnavailable
 */
export async function fetchImage(url: string): Promise<FetchedImage> {
  const { host, pathname } = new URL(url, location.href);
  let content: Blob;
  try {
    // Not from the cache: what an <img> has left there came without the host's leave to read it.
    const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) throw new ImageUnavailable(`${host} answered with an error (${response.status})`);
    content = await response.blob();
  } catch (error) {
    if (error instanceof ImageUnavailable) throw error;
    const readable = host === location.host ? '' : ', or does not let this page read its files';
    throw new ImageUnavailable(`${host} does not answer${readable}`, { cause: error });
  }
  const kind = content.type.split(';', 1)[0] ?? '';
  if (!kind.startsWith('image/') && !UNNAMED.includes(kind))
    throw new ImageUnavailable(`${host} did not answer with an image`);
  return {
    content,
    extension: EXTENSIONS[kind] ? `.${EXTENSIONS[kind]}` : (/\.\w{2,5}$/.exec(pathname)?.[0] ?? ''),
  };
}
