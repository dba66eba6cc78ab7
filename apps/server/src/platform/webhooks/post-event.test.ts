import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openReceiver, type Receiver } from '../../testing/receiver.ts';
import { type PostOptions, postEvent } from './post-event.ts';

const SECRET_HEADER = { 'webhook-id': 'evt_1' };
const MEGABYTE = Buffer.alloc(1_048_576, 'x');

let receiver: Receiver;
let lines: string[];

beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.respond = (response) => response.writeHead(204).end();
  lines = [];
});

const post = (options: Partial<PostOptions> = {}, url = receiver.url) =>
  postEvent({ url, headers: SECRET_HEADER, body: '{"id":"evt_1"}' }, { allowsPrivate: true, ...options });
const portOf = (url: string) => new URL(url).port;
const resolvingTo =
  (...responses: (readonly string[])[]) =>
  (host: string) => {
    lines.push(host);
    return Promise.resolve(responses[lines.length - 1] ?? []);
  };

describe('[HOOK-03] a delivery attempt', () => {
  it('succeeds with a 2xx response and shows the beginning of that response', async () => {
    receiver.respond = (response) => response.writeHead(202).end(`Thanks \0\u{1F600}${'x'.repeat(5_000)}`);
    const attempt = await post();
    expect(attempt).toMatchObject({ isSuccess: true, statusCode: 202, error: null });
    expect(attempt.answer).toBe(`Thanks \u{1F600}${'x'.repeat(992)}`);
    expect(receiver.received).toEqual([
      expect.objectContaining({ headers: expect.objectContaining(SECRET_HEADER), body: '{"id":"evt_1"}' }),
    ]);
  });

  it.each([
    [404, 'The response was 404.'],
    [500, 'The response was 500.'],
    [302, 'The response was 302; redirects are not followed.'],
    [307, 'The response was 307; redirects are not followed.'],
  ])('fails with the status %i', async (statusCode, error) => {
    receiver.respond = (response) => response.writeHead(statusCode, { location: receiver.url }).end('No');
    expect(await post()).toMatchObject({ isSuccess: false, statusCode, error, answer: 'No' });
    expect(receiver.received).toHaveLength(1);
  });

  it('fails when no response or only part of a response arrives', async () => {
    receiver.respond = () => undefined;
    expect(await post({ timeoutMs: 200 })).toMatchObject({
      isSuccess: false,
      statusCode: null,
      error: 'No complete response arrived within 0.2 seconds.',
    });
    receiver.respond = (response) => response.writeHead(200).write('slowly');
    expect(await post({ timeoutMs: 200 })).toMatchObject({
      isSuccess: false,
      statusCode: 200,
      answer: 'slowly',
      error: 'No complete response arrived within 0.2 seconds.',
    });
  });

  it('fails when the receiver disconnects before or during the response', async () => {
    const error = 'The connection was closed before the response was complete.';
    receiver.respond = (_, request) => request.socket.destroy();
    expect(await post()).toMatchObject({ isSuccess: false, statusCode: null, error });
    receiver.respond = (response, request) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => request.socket.destroy());
    };
    expect(await post()).toMatchObject({ isSuccess: false, statusCode: 200, error });
  });

  it('reads a small part of an endless response and closes the connection', async () => {
    let sent = 0;
    const closed = new Promise<void>((resolve) => {
      receiver.respond = (response) => {
        response.writeHead(200).on('close', resolve);
        const pour = () => {
          while (!response.destroyed && response.write(MEGABYTE)) sent += 1;
        };
        response.on('drain', pour);
        pour();
      };
    });
    expect(await post()).toMatchObject({ isSuccess: true, statusCode: 200, answer: 'x'.repeat(1000) });
    await closed;
    expect(sent).toBeLessThan(100);
  });

  it('reports a response that is not HTTP, endless headers, a closed port and an unknown host name', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined).end('SSH-2.0\r\n\r\n'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect((await post({}, url)).error).toMatch(/^The response is not HTTP: HPE_/);
    expect((await post({}, url.replace('http:', 'https:'))).error).toBe('The encrypted connection failed: EPROTO.');
    server.close();
    expect((await post({}, url)).error).toBe('The connection was refused.');
    receiver.respond = (response) => response.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end();
    expect((await post()).error).toBe('The headers of the response are too long.');
    expect((await post({}, 'http://no-such-host.invalid/')).error).toMatch(/^The name/);
  });

  it('ends when the program stops', async () => {
    const stopping = new AbortController();
    receiver.respond = () => stopping.abort();
    expect(await post({ signal: stopping.signal })).toMatchObject({ isSuccess: false, statusCode: null });
  });
});

describe('[HOOK-03] a private address', () => {
  it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '169.254.169.254', '2130706433', '100.64.0.1'])(
    'is rejected in the form %s without a connection',
    async (host) => {
      const attempt = await post({ allowsPrivate: false }, `http://${host}:${portOf(receiver.url)}/hook`);
      expect(attempt).toMatchObject({ isSuccess: false, statusCode: null, durationMs: expect.any(Number) });
      expect(attempt.error).toMatch(/^Not sent: .* is not an address of the public Internet\.$/);
      expect(receiver.received).toEqual([]);
    },
  );

  it.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['::ffff:10.0.0.1']], [['fe80::1%lo']]])(
    'is rejected when a host name resolves to %j',
    async (addresses) => {
      const resolve = resolvingTo(addresses);
      const attempt = await post(
        { allowsPrivate: false, resolve },
        `http://rebind.example:${portOf(receiver.url)}/`,
      );
      expect(attempt.error).toBe(
        `Not sent: rebind.example is ${addresses.at(-1)}, which is not an address of the public Internet.`,
      );
      expect(receiver.received).toEqual([]);
    },
  );

  it('is rejected when the host name resolves to it only the second time, and no attempt resolves twice', async () => {
    const resolve = resolvingTo(['203.0.113.1'], ['127.0.0.1']);
    const url = `http://rebind.example:${portOf(receiver.url)}/`;
    // The first address does not respond. Only this test allows an address that is reserved for documentation.
    const first = await postEvent({ url, headers: {}, body: '' }, { allowsPrivate: true, resolve, timeoutMs: 200 });
    expect(first).toMatchObject({ isSuccess: false, statusCode: null });
    expect(lines).toHaveLength(1);
    const second = await post({ allowsPrivate: false, resolve }, url);
    expect(second.error).toBe(
      'Not sent: rebind.example is 127.0.0.1, which is not an address of the public Internet.',
    );
    expect(lines).toHaveLength(2);
    expect(receiver.received).toEqual([]);
  });

  it('is used when it is allowed, with the host name of the URL and exactly the resolved address', async () => {
    const resolve = resolvingTo(['127.0.0.1']);
    const attempt = await post({ resolve }, `http://inside.example:${portOf(receiver.url)}/hook`);
    expect(attempt.isSuccess).toBe(true);
    expect(receiver.received[0]?.headers.host).toBe(`inside.example:${portOf(receiver.url)}`);
    expect(lines).toEqual(['inside.example']);
  });

  it('is resolved for a host name of this machine', async () => {
    const attempt = await post({}, `http://localhost:${portOf(receiver.url)}/hook`);
    expect(attempt).toMatchObject({ isSuccess: true, statusCode: 204 });
  });
});
