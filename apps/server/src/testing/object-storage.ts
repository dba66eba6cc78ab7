import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { isRightlySigned } from './signed-request.ts';

/** An object storage that speaks S3, with a bucket of its own. */
export interface TestObjectStorage {
  /** The settings that name it. */
  readonly env: Record<string, string>;
  /** Every request so far: "PUT /images/…". */
  readonly requests: readonly string[];
  /** While it is set, the storage answers this code and nothing else. */
  failWith: number | null;
  stop(): Promise<void>;
}

const REGION = 'ap-south-1';
const BUCKET = 'wayside-images';
// The one pair of keys that s3rver knows.
const KEY = 'S3RVER';

/** Starts one: s3rver behind a check of signatures, which it leaves out. */
export async function startObjectStorage(): Promise<TestObjectStorage> {
  const directory = await mkdtemp(join(tmpdir(), 'wayside-s3-'));
  const s3rver = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] });
  await s3rver.configureBuckets();
  const serve = s3rver.callback();
  const requests: string[] = [];
  const state = { failWith: null as number | null };
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.replace(`/${BUCKET}`, '')}`);
    if (state.failWith !== null) response.writeHead(state.failWith).end();
    else if (!isRightlySigned(request, KEY, REGION))
      response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>');
    else serve(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: REGION,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    },
    requests,
    get failWith() {
      return state.failWith;
    },
    set failWith(code) {
      state.failWith = code;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
