import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { type ObjectStorage, SettingsError } from '../../settings.ts';
import type { ImageStore, StoredFile } from './image-store.ts';

const TIMEOUT_MS = 10_000;
const RETRIES = 2;

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const textsBetween = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, text = '']) => text);

/** A private bucket that can also hold other folders. */
export interface ObjectStore extends ImageStore {
  put(name: string, bytes: Uint8Array, mediaType?: string): Promise<void>;
  listFolder(folder: string): AsyncIterable<StoredFile>;
  check(): Promise<void>;
}

/** Opens a private bucket of Amazon S3 or a compatible storage. @param keysAtOnce names per listing */
export function createObjectStore(storage: ObjectStorage, keysAtOnce = 1000): ObjectStore {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = storage;
  const root = `${endpoint ?? `https://s3.${region}.amazonaws.com`}/${encodeURIComponent(bucket)}`;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });

  function ask(method: string, path: string, bytes?: Uint8Array, mediaType = 'image/webp'): Promise<Response> {
    return client.fetch(root + path, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'x-amz-content-sha256': sha256(bytes ?? ''),
        ...(bytes ? { 'content-type': mediaType } : {}),
      },
      // Copies the bytes because their type allows shared memory, which a request body does not.
      ...(bytes ? { body: bytes.slice() } : {}),
    });
  }

  /** @returns null if the file is missing @throws for any other failure */
  async function askFor(
    method: string,
    path: string,
    bytes?: Uint8Array,
    mediaType?: string,
  ): Promise<Response | null> {
    const response = await ask(method, path, bytes, mediaType);
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404 && method !== 'PUT') return null;
    throw new Error(`the object storage responded to ${method} with ${response.status}`);
  }

  /** Uses version 1 of the list API, which every storage supports. */
  async function* listFolder(folder: string): AsyncGenerator<StoredFile> {
    for (let after = ''; ; ) {
      const query = new URLSearchParams({ prefix: folder, 'max-keys': String(keysAtOnce), marker: after });
      const response = await askFor('GET', `?${query}`);
      const xml = (await response?.text()) ?? '';
      for (const entry of textsBetween(xml, 'Contents')) {
        const [[name = ''], [writtenAt = '']] = [textsBetween(entry, 'Key'), textsBetween(entry, 'LastModified')];
        yield { name, writtenAt: new Date(writtenAt) };
        after = name;
      }
      if (textsBetween(xml, 'IsTruncated')[0] !== 'true') return;
    }
  }

  return {
    put: async (name, bytes, mediaType) => {
      await askFor('PUT', `/${name}`, bytes, mediaType);
    },
    listFolder,
    get: async (name) => {
      const response = await askFor('GET', `/${name}`);
      return response === null ? null : Buffer.from(await response.arrayBuffer());
    },
    has: async (name) => (await askFor('HEAD', `/${name}`)) !== null,
    remove: async (name) => {
      await askFor('DELETE', `/${name}`);
    },
    list: async function* () {
      yield* listFolder('images/');
      yield* listFolder('documents/');
    },
    // Objects are stored atomically, so there are no unfinished ones.
    removeUnfinished: async () => undefined,
    check: async () => requireRightStorage(storage, await ask('GET', '?max-keys=1')),
  };
}

/** @throws SettingsError for a wrong setting; Error if the storage does not work */
async function requireRightStorage({ bucket }: ObjectStorage, response: Response): Promise<void> {
  await response.body?.cancel();
  const wrong: Readonly<Record<number, string>> = {
    301: 'S3_REGION or S3_ENDPOINT must be those of the bucket: the storage points elsewhere.',
    400: 'S3_REGION and S3_ENDPOINT must fit the object storage: it does not understand us.',
    403: 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be allowed to use the bucket: the storage refuses them.',
    404: `S3_BUCKET must be a bucket that exists, and is ${JSON.stringify(bucket)}.`,
  };
  const sentence = wrong[response.status];
  if (sentence !== undefined) throw new SettingsError(sentence);
  if (!response.ok) throw new Error(`the object storage responded with ${response.status}`);
}
