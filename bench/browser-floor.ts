import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/** A page with only React and one heading, served by its own server. Nothing built on React can be faster. */
export interface Floor {
  readonly url: string;
  stop(): Promise<void>;
}

const HTML =
  '<!doctype html><title>Floor</title><script type="module" src="/floor.js"></script><div id="root"></div>';

/** Builds the page and serves it with the same compression as the product's files. */
export async function startFloor(): Promise<Floor> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('./browser-floor-page.ts', import.meta.url)),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  const script = brotliCompressSync(output[0].code);
  const server = createServer((request, response) => {
    if (request.url !== '/floor.js') return response.setHeader('content-type', 'text/html').end(HTML);
    return response
      .setHeader('content-type', 'text/javascript')
      .setHeader('content-encoding', 'br')
      .setHeader('content-length', script.length)
      .end(script);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
