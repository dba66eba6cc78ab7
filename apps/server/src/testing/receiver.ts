import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the receiver accepted. */
export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly bytes: Buffer;
  readonly path: string;
}

/** A local receiver of webhooks. */
export interface Receiver {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** Sends the response; by default, 204. */
  respond: (response: ServerResponse, request: IncomingMessage) => void;
  close(): void;
}

/** Starts a receiver on a free port. */
export async function openReceiver(): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const bytes = Buffer.concat(parts);
      received.push({ headers: request.headers, body: bytes.toString(), bytes, path: request.url ?? '' });
      receiver.respond(response, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    respond: (response) => response.writeHead(204).end(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}
