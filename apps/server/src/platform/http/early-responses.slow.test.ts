import { once } from 'node:events';
import { request as nodeRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { uploadImage } from '@wayside/contract/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { listenOnFreePort, parseResponses } from '../../testing/raw-exchange.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { DRAIN_LIMIT_BYTES } from './raw-responses.ts';
import { API_BASE } from './register.ts';

const MEGABYTE = 1_048_576;
const PIECE = Buffer.alloc(65_536, 'x');
const BOUNDARY = 'boundary';
const FORM_HEAD = Buffer.from(
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`,
);
const LOGIN = '/api/v1/admin/login';
const UPLOAD = `${API_BASE}${uploadImage.path}`;

let test: TestApplication;
let port: number;
let token: string;

beforeAll(async () => {
  test = await createTestApplication();
  port = await listenOnFreePort(test.app);
  token = await test.signIn();
});
afterAll(() => test.drop());

interface Sending {
  readonly path: string;
  readonly type: string;
  readonly bytes: number;
  readonly token?: string;
  readonly isChunked: boolean;
}

/** Yields a body with this number of bytes, piece by piece. */
function* bodyOf({ type, bytes }: Sending): Generator<Buffer> {
  let left = bytes;
  if (type.startsWith('multipart')) {
    left -= FORM_HEAD.length;
    yield FORM_HEAD;
  }
  for (; left > 0; left -= PIECE.length) yield PIECE.subarray(0, Math.min(left, PIECE.length));
}

const headersOf = ({ type, token: given = '' }: Sending) => ({ 'content-type': type, token: given });

interface Answer {
  readonly status: number | undefined;
  readonly body: unknown;
}

/** Writes everything at once and reads the response at the same time. */
async function sendWithNode(sending: Sending): Promise<Answer> {
  const length = sending.isChunked ? {} : { 'content-length': sending.bytes };
  const outgoing = nodeRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: sending.path,
    agent: false,
    headers: { ...headersOf(sending), ...length },
  });
  const answered = once(outgoing, 'response');
  for (const piece of bodyOf(sending)) outgoing.write(piece);
  outgoing.end();
  const [response] = await answered;
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, body: JSON.parse(text) };
}

async function sendWithFetch(sending: Sending): Promise<Answer> {
  const body = sending.isChunked
    ? ReadableStream.from(bodyOf(sending))
    : new Uint8Array(Buffer.concat([...bodyOf(sending)]));
  const response = await fetch(`http://127.0.0.1:${port}${sending.path}`, {
    method: 'POST',
    headers: headersOf(sending),
    body,
    duplex: 'half',
  });
  return { status: response.status, body: await response.json() };
}

const form = `multipart/form-data; boundary=${BOUNDARY}`;
const json = 'application/json';
const bytes = 30 * MEGABYTE;

describe.each([
  ['Node’s http and a content-length', sendWithNode, false],
  ['Node’s http and chunks', sendWithNode, true],
  ['fetch and a content-length', sendWithFetch, false],
  ['fetch and chunks', sendWithFetch, true],
] as const)('an early response to a client that sends a body with %s', (_client, send, isChunked) => {
  it('[API-14, FILE-03] reaches the client with the status 413, 401, 415 or 404', async () => {
    const tooLarge = 'The body is too large: 16 kB at most.';
    for (const [sending, status, message] of [
      [{ path: LOGIN, type: json, bytes: 3 * MEGABYTE }, 413, tooLarge],
      [{ path: LOGIN, type: json, bytes }, 413, tooLarge],
      [{ path: UPLOAD, type: form, bytes: 6 * MEGABYTE, token }, 413, expect.stringContaining('5 MB')],
      [{ path: UPLOAD, type: form, bytes, token }, 413, expect.stringContaining('5 MB')],
      [{ path: UPLOAD, type: form, bytes }, 401, expect.any(String)],
      [{ path: UPLOAD, type: 'image/png', bytes, token }, 415, expect.any(String)],
      [{ path: '/api/v1/nowhere', type: 'image/png', bytes }, 404, expect.any(String)],
    ] as const)
      expect(await send({ ...sending, isChunked })).toMatchObject({
        status,
        body: { status: false, message, requestId: expect.any(String) },
      });
  });
});

/** Opens a connection, sends the beginning of a request, and collects the bytes received. */
async function beginRequest(head: string, at = port) {
  const socket = connect(at, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(head);
  return { socket, received: () => received };
}

const drainedOrClosed = (socket: Socket) =>
  new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));

const HEAD = `POST ${LOGIN} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;

describe('[API-14] the rest of the body after an early response', () => {
  it('is read to its end before the connection closes', async () => {
    const body = 'x'.repeat(2 * MEGABYTE);
    const { socket, received } = await beginRequest(`${HEAD}content-length: ${body.length}\r\n\r\n`);
    await eventually('the answer', () => received() !== '');
    socket.write(body);
    await once(socket, 'end');
    expect(socket.bytesWritten).toBeGreaterThan(body.length);
    expect(parseResponses(received()).map(({ status }) => status)).toEqual([413]);
  });

  it('leaves the connection open for the next request unless the response ends it', async () => {
    const body = 'x'.repeat(2 * MEGABYTE);
    const { socket, received } = await beginRequest(
      `POST ${UPLOAD} HTTP/1.1\r\nhost: x\r\ncontent-type: ${form}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    await eventually('the answer', () => received() !== '');
    socket.write(body);
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    await once(socket, 'close');
    expect(parseResponses(received()).map(({ status }) => status)).toEqual([401, 200]);
  });

  it.each([
    ['more bytes than the limit', PIECE],
    ['chunks without an end', Buffer.concat([Buffer.from('10000\r\n'), PIECE, Buffer.from('\r\n')])],
  ])('is read only up to the limit: %s', async (_what, piece) => {
    const framing = piece === PIECE ? 'content-length: 99999999999' : 'transfer-encoding: chunked';
    const { socket, received } = await beginRequest(`${HEAD}${framing}\r\n\r\n`);
    let sent = 0;
    while (!socket.destroyed) {
      sent += piece.length;
      if (!socket.write(piece)) await drainedOrClosed(socket);
      expect(sent).toBeLessThan(2 * DRAIN_LIMIT_BYTES);
    }
    expect(sent).toBeGreaterThan(DRAIN_LIMIT_BYTES);
    expect(parseResponses(received())[0]?.status).toBe(413);
  });

  it.each(['content-length: 31457280', 'transfer-encoding: chunked'])(
    'is read only until the time limit: %s',
    async (framing) => {
      const hasty = await createTestApplication({ requestTimeoutMs: 2_000 });
      const { socket, received } = await beginRequest(
        `${HEAD}${framing}\r\n\r\n`,
        await listenOnFreePort(hasty.app),
      );
      const first = 'x'.repeat(2 * MEGABYTE);
      socket.write(framing.startsWith('content') ? first : `${first.length.toString(16)}\r\n${first}\r\n`);
      await eventually('it hangs up', () => socket.destroyed);
      await hasty.drop();
      expect(parseResponses(received()).map(({ status }) => status)).toEqual([413]);
    },
  );
});
