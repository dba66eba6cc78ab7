import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { listenOnFreePort, parseResponses, sendRawRequest } from '../../testing/raw-exchange.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';

const CLIENTS_OF_A_KIND = 40;
const DROP_MS = 20;
const HEAD = 'POST /api/v1/admin/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
const GOOD = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';

let test: TestApplication;
let port: number;

beforeAll(async () => {
  test = await createTestApplication({ requestTimeoutMs: 500 });
  port = await listenOnFreePort(test.app);
});
afterAll(() => test.drop());

interface SlowClient {
  readonly socket: Socket;
  /** Returns everything that the client has received so far. */
  received(): string;
}

/** Sends some bytes and then one more from time to time; never closes the connection. */
async function slowClient(begin: string, drop: string): Promise<SlowClient> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (begin !== '') socket.write(begin);
  const dropping = setInterval(() => drop !== '' && socket.writable && socket.write(drop), DROP_MS);
  socket.on('close', () => clearInterval(dropping));
  return { socket, received: () => received };
}

const connections = () =>
  new Promise<number>((resolve, reject) =>
    test.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/**
 * The name of the case, the first bytes, the bytes that are then sent repeatedly, and the expected status of the
 * response.
 */
const KINDS: readonly [what: string, begin: string, drop: string, status: number][] = [
  ['headers by the letter', `${HEAD}x-slow: `, 'x', 408],
  ['headers by the line', HEAD, 'x: y\r\n', 408],
  ['a body by the letter', `${HEAD}content-length: 1000\r\n\r\n{"email":"`, 'x', 408],
  ['a body by chunks of a letter', `${HEAD}transfer-encoding: chunked\r\n\r\n`, '1\r\nx\r\n', 408],
  ['half of the headers', HEAD, '', 408],
  ['half of a body', `${HEAD}content-length: 1000\r\n\r\n{`, '', 408],
  ['nothing', '', '', 408],
  ['nonsense, and stays', 'NONSENSE\r\n\r\n', '', 400],
];

describe('[API-14] clients that hold a connection and send nothing', () => {
  it('get a JSON error and are disconnected in time, while other clients are served', async () => {
    const slow = await Promise.all(
      KINDS.flatMap(([what, begin, drop, status]) =>
        Array.from({ length: CLIENTS_OF_A_KIND }, async () => ({
          what,
          status,
          client: await slowClient(begin, drop),
        })),
      ),
    );
    await eventually('they are gone', async () => {
      const [good] = parseResponses(await sendRawRequest(port, GOOD));
      expect(good?.status).toBe(200);
      return (await connections()) === 0;
    });
    for (const { what, status, client } of slow) {
      client.socket.destroy();
      const [response] = parseResponses(client.received());
      expect(response?.status, what).toBe(status);
      expect(JSON.parse(response?.body ?? ''), what).toMatchObject({ status: false, message: expect.any(String) });
    }
  });
});
