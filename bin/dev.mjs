import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadRolldown, serverBundle } from './server-bundle.mjs';

/** What our server answers; everything else is Vite's, which brings the web's changes without a reload. */
const serverPaths = '^/(api/|files?/|config\\.json|healthz|readyz)';

/**
 * The application with hot reload on PORT: Vite in front, behind it the server, which is bundled and started again at
 * every change of its sources. What is needed to sign in is the same as in `npm start`.
 * @param {string} root
 */
export async function dev(root) {
  const host = process.env['HOST'] || '127.0.0.1';
  const port = Number(process.env['PORT'] || 3000);
  const serverPort = await freePort();
  const web = await startVite(root, host, port, serverPort);
  const address = `http://${host}:${port}`;
  const folder = join(root, 'apps/server/.dev/dist');
  const restart = restarter(join(folder, 'main.js'), serverPort, address);

  const { input, output } = serverBundle(folder);
  const { watch } = await loadRolldown();
  const watcher = watch({ ...input, output, watch: { clearScreen: false } });
  watcher.on('event', (event) => {
    if (event.code === 'ERROR') process.stderr.write(`${event.error.message}\n`);
    if (event.code === 'END') restart.now();
    if ('result' in event) void event.result?.close();
  });

  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      void Promise.all([watcher.close(), web.close(), restart.stop()]).finally(() => process.exit(0));
    });
  }
}

/**
 * Keeps one server running: the newest build, after the one before has ended and freed its data.
 * @param {string} main
 * @param {number} port
 * @param {string} address where a browser finds it, through Vite
 */
function restarter(main, port, address) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  let isStopped = false;
  let turn = Promise.resolve();

  async function end() {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  function begin() {
    child = spawn(process.execPath, ['--enable-source-maps', main, 'start'], {
      // Requests of the person at work are no news; what goes wrong is.
      env: { LOG_LEVEL: 'warn', ...process.env, HOST: '127.0.0.1', PORT: String(port) },
      stdio: ['inherit', 'pipe', 'inherit'],
    });
    child.stdout?.on('data', (chunk) => {
      process.stdout.write(String(chunk).replace(`http://127.0.0.1:${port}`, address));
    });
  }

  return {
    now() {
      turn = turn.then(end).then(() => {
        if (!isStopped) begin();
      });
    },
    stop() {
      isStopped = true;
      return turn.then(end);
    },
  };
}

/**
 * @param {string} root
 * @param {string} host
 * @param {number} port
 * @param {number} serverPort
 */
async function startVite(root, host, port, serverPort) {
  const folder = join(root, 'apps/web');
  const path = createRequire(join(folder, 'package.json')).resolve('vite');
  /** @type {typeof import('vite')} */
  const { createServer: createVite } = await import(pathToFileURL(path).href);
  const target = `http://127.0.0.1:${serverPort}`;
  const vite = await createVite({
    root: folder,
    logLevel: 'warn',
    server: { host, port, strictPort: true, proxy: { [serverPaths]: { target, configure: answerWhileAway } } },
  });
  try {
    await vite.listen();
  } catch {
    process.stderr.write(
      `PORT ${port} on ${host} cannot be used: is another program there? Set PORT to another.\n`,
    );
    process.exit(1);
  }
  return vite;
}

/**
 * While the server starts again, calls get what they get when the database is away: the web knows how to wait.
 * @param {{ on(event: 'error', listener: (error: Error, request: unknown, response: any) => void): unknown }} proxy
 */
function answerWhileAway(proxy) {
  proxy.on('error', (_error, _request, response) => {
    if (response.headersSent || typeof response.writeHead !== 'function') return;
    response.writeHead(503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: false, message: 'The server is starting again.' }));
  });
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return address.port;
}
