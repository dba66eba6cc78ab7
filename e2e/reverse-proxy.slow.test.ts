import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { MAX_IMAGE_BYTES, uploadImage } from '@wayside/contract/files';
import { streamLiveChanges } from '@wayside/contract/live';
import { listOwnSessions } from '@wayside/contract/profile';
import { login } from '@wayside/contract/session';
import { createSlot } from '@wayside/contract/slots';
import { beforeEach, describe, expect } from 'vitest';
import { freePort } from '../tests/free-port.ts';
import { callApi } from './support/api-call.ts';
import { administrator } from './support/application.ts';
import { applicationTest } from './support/application-test.ts';
import { uploadDocument } from './support/files.ts';
import { proxySkipReason, startTlsProxy, type TlsProxy } from './support/nginx.ts';

const reason = await proxySkipReason();
const port = await freePort();
const HSTS = 'max-age=31536000';
/** One megabyte below and above the limit in the sample configuration. */
const [FITS, TOO_LARGE] = [63 * 2 ** 20, 65 * 2 ** 20];

const test = applicationTest({ environment: { TRUST_PROXY: 'loopback' } }).extend(
  'proxy',
  { scope: 'file' },
  async ({ application }, { onCleanup }) => {
    const proxy = await startTlsProxy(port, application.url);
    onCleanup(() => proxy.stop());
    return proxy;
  },
);
beforeEach(({ skip }) => {
  if (reason !== null) skip(reason);
});

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string | number>;
  readonly body?: string | Buffer;
}

/** Sends a request over TLS and returns the response, with its status and headers. */
async function send({ certificate }: TlsProxy, path: string, sent: Sent = {}): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, body } = sent;
  const outgoing = request({ host: '127.0.0.1', port, path, method, headers, ca: certificate, agent: false });
  const answered = once(outgoing, 'response');
  outgoing.end(body);
  const [response]: IncomingMessage[] = await answered;
  if (response === undefined) throw new Error(`${path} has no answer`);
  return response;
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}

const sendJson = (proxy: TlsProxy, path: string, body: object, headers: Record<string, string> = {}) =>
  send(proxy, `/api/v1${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function signIn(proxy: TlsProxy): Promise<string> {
  const response = await sendJson(proxy, login.path, administrator, { 'x-forwarded-for': '203.0.113.9' });
  const { token }: { token: string } = JSON.parse(await textOf(response));
  return token;
}

describe('the nginx site of docs/operations.md', () => {
  test('[SHIP-03, SECU-01] serves pages and API over TLS, with one Strict-Transport-Security header and the client’s address', async ({
    proxy,
  }) => {
    for (const path of ['/', '/users?page=2']) {
      const page = await send(proxy, path);
      expect([path, page.statusCode]).toEqual([path, 200]);
      expect(await textOf(page)).toContain('<div id="root">');
      expect(page.headersDistinct['strict-transport-security']).toEqual([HSTS]);
      expect(page.headersDistinct['content-security-policy']).toHaveLength(1);
    }
    const token = await signIn(proxy);
    const response = await send(proxy, `/api/v1${listOwnSessions.path}`, { headers: { token } });
    const { data }: { data: { address: string }[] } = JSON.parse(await textOf(response));
    expect(response.headersDistinct['strict-transport-security']).toEqual([HSTS]);
    // The server does not use the address that the client claims.
    expect(data.map(({ address }) => address)).toEqual(['127.0.0.1']);
  });

  test('[SHIP-03, LIVE-01] forwards a live event while its stream is open', async ({ application, proxy }) => {
    const token = await signIn(proxy);
    const stream = await send(proxy, `/api/v1${streamLiveChanges.path}`, {
      headers: { token, 'accept-encoding': 'gzip' },
    });
    expect([stream.statusCode, stream.headers['content-encoding']]).toEqual([200, undefined]);
    let received = '';
    stream.on('data', (chunk) => (received += String(chunk)));
    await callApi(application, token, createSlot, {
      body: { startTime: '09:00', endTime: '10:00', duration: null },
    });
    await expect.poll(() => received).toContain('"entity":"slot"');
    expect(stream.complete).toBe(false);
    stream.destroy();
  });

  test('[SHIP-03, FILE-03] leaves the file size limit to the program, up to a limit of its own', async ({
    proxy,
  }) => {
    const token = await signIn(proxy);
    const headers = { token, 'content-type': 'multipart/form-data; boundary=limit' };
    const start = '--limit\r\ncontent-disposition: form-data; name="Image"; filename="a.png"\r\n\r\n';
    expect(FITS).toBeGreaterThan(MAX_IMAGE_BYTES);
    const refused = await send(proxy, uploadImage.path, {
      method: 'POST',
      headers,
      body: Buffer.concat([Buffer.from(start), Buffer.alloc(FITS)]),
    });
    expect([refused.statusCode, JSON.parse(await textOf(refused)).status]).toEqual([413, false]);
    const own = await send(proxy, uploadImage.path, {
      method: 'POST',
      headers: { ...headers, 'content-length': TOO_LARGE },
    });
    expect([own.statusCode, await textOf(own)]).toEqual([413, expect.stringContaining('nginx')]);
    expect(own.headersDistinct['strict-transport-security']).toEqual([HSTS]);
  });

  test('[SHIP-03, PRIV-04] keeps document links out of its log', async ({ application, proxy }) => {
    const token = await signIn(proxy);
    const { pathname, search } = new URL(await uploadDocument(application, token), application.url);
    const picture = await send(proxy, `${pathname}${search}`, { headers: { token } });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    await picture.resume();
    await send(proxy, '/after');
    await expect.poll(() => proxy.accessLog()).toContain('GET /after ');
    expect(await proxy.accessLog()).not.toContain('/files/documents/');
  });
});
