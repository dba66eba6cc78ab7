import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host that has the documents of a marketplace, on this machine. */
export interface DocumentHost {
  /** The address of a document that answers so. */
  serve(name: string, answer: Buffer | ((response: ServerResponse) => void)): string;
  /** The paths that were asked for, in their order. */
  readonly asked: string[];
  close(): void;
}

/** Starts one on a free port. */
export async function openDocumentHost(): Promise<DocumentHost> {
  const answers = new Map<string, Buffer | ((response: ServerResponse) => void)>();
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const answer = answers.get(url);
    if (typeof answer === 'function') answer(response);
    else if (answer) response.writeHead(200, { 'content-type': 'image/jpeg' }).end(answer);
    else response.writeHead(404).end('There is nothing here.');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    serve: (name, answer) => {
      answers.set(`/${name}`, answer);
      return `http://127.0.0.1:${port}/${name}`;
    },
    asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
