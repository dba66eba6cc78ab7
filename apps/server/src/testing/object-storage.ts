import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** An S3-compatible object storage with one bucket. */
export type TestObjectStorage = Awaited<ReturnType<typeof startObjectStorage>>;

const REGION = 'ap-south-1';
const BUCKET = 'wayside-images';
// The only key that s3rver accepts.
const KEY = 'S3RVER';

/** Starts s3rver behind a signature check, on loopback unless another host is given. */
export async function startObjectStorage(host = '127.0.0.1') {
  const directory = await mkdtemp(join(tmpdir(), 'wayside-s3-'));
  const s3rver = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] });
  await s3rver.configureBuckets();
  const serve = s3rver.callback();
  const requests: string[] = [];
  const state = { failWith: null as number | null };
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.replace(`/${BUCKET}`, '')}`);
    if (state.failWith !== null) response.writeHead(state.failWith).end();
    else if (!hasValidSignature(request, KEY, REGION))
      response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>');
    else serve(request, response);
  }).listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const env: Record<string, string> = {
    S3_ENDPOINT: `http://${host}:${port}`,
    S3_REGION: REGION,
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: KEY,
    S3_SECRET_ACCESS_KEY: KEY,
  };
  return {
    env,
    /** All requests so far: "PUT /images/…". */
    requests,
    /** If set, the status of every response. */
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

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Checks whether a request has a valid AWS Signature Version 4, which s3rver does not check. */
function hasValidSignature(request: IncomingMessage, secret: string, region: string): boolean {
  const { method = '', url = '', headers } = request;
  const authorization = /Credential=\w+\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  );
  const [, scope = '', names = '', signature] = authorization ?? [];
  const [day = ''] = scope.split('/');
  if (scope !== `${day}/${region}/s3/aws4_request` || !names.split(';').includes('x-amz-content-sha256'))
    return false;
  const { pathname, searchParams } = new URL(url, 'http://storage');
  const query = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).toSorted();
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, pathname, query.join('&'), signed.join(''), names, headers['x-amz-content-sha256']];
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical.join('\n'))].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, toSign).toString('hex') === signature;
}
