import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type DocumentHost = Awaited<ReturnType<typeof openDocumentHost>>;

/** Starts a local host that serves the documents of a marketplace. */
export async function openDocumentHost() {
  const responses = new Map<string, Buffer | ((response: ServerResponse) => void)>();
  const requestedPaths: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requestedPaths.push(url);
    const answer = responses.get(url);
    if (typeof answer === 'function') answer(response);
    else if (answer) response.writeHead(200, { 'content-type': 'image/jpeg' }).end(answer);
    else response.writeHead(404).end('There is nothing here.');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    /** Serves this response and returns the document's URL. */
    serve: (name: string, answer: Buffer | ((response: ServerResponse) => void)): string => {
      responses.set(`/${name}`, answer);
      return `http://127.0.0.1:${port}/${name}`;
    },
    /** The requested paths, in order. */
    asked: requestedPaths,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
