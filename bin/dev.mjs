import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadRolldown, serverBundle } from './server-bundle.mjs';

/** Paths that our server handles. Vite serves all others and applies changes of the web app without a reload. */
const serverPaths = '^/(api/|files?/|config\\.json|healthz|readyz)';

/** How long the old server may take to stop. */
const STOP_MS = 300;

/**
 * Runs the application with hot reload on PORT. Vite forwards calls to the server, which is bundled and restarted
 * whenever its sources change. The embedded database runs in a separate process.
 * @param {string} root
 */
export async function dev(root) {
  const host = process.env['HOST'] || '127.0.0.1';
  const port = Number(process.env['PORT'] || 3000);
  const serverPort = await freePort();
  const web = await startVite(root, host, port, serverPort);
  const folder = join(root, 'apps/server/.dist-dev');
  const address = `http://${host}:${port}`;
  const database = manageDatabase(join(folder, 'development-database.js'));
  const server = manageServer(join(folder, 'main.js'), { port: serverPort, address, database });

  const { input, output } = serverBundle(folder, {
    includesPackages: false,
    more: { 'development-database': 'development-database.ts' },
  });
  const { watch } = await loadRolldown();
  const watcher = watch({ ...input, output, watch: { clearScreen: false } });
  watcher.on('event', (event) => {
    if (event.code === 'ERROR') process.stderr.write(`${event.error.message}\n`);
    if (event.code === 'END') server.restart();
    if ('result' in event) void event.result?.close();
  });

  let isEnding = false;
  async function end(code = 0) {
    if (isEnding) return;
    isEnding = true;
    await Promise.allSettled([watcher.close(), web.close(), server.stop()]);
    await database.stop();
    process.exit(code);
  }
  database.onEnd((code) => void end(code));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end());
}

/**
 * Starts a program that ends with this process, even if this process is killed. The program is detached, so that
 * Ctrl-C reaches only this process.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function startChild(args, env) {
  const preload = fileURLToPath(new URL('./end-with-parent.mjs', import.meta.url));
  return spawn(process.execPath, ['--enable-source-maps', '--import', pathToFileURL(preload).href, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
}

/** @param {import('node:child_process').ChildProcess} child */
const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/**
 * Manages the embedded database, which starts on first use, unless `DATABASE_URL` is set.
 * @param {string} main
 */
function manageDatabase(main) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  /** @type {Promise<Record<string, string>> | null} */
  let addresses = null;
  /** @type {(code: number) => void} */
  let onExit = () => undefined;

  async function start() {
    const started = startChild([main], { ...process.env });
    child = started;
    started.stdout?.pipe(process.stdout);
    started.once('exit', (code) => onExit(code ?? 1));
    const [message] = await once(started, 'message');
    return { DATABASE_URL: String(message.program), MIGRATION_DATABASE_URL: String(message.owner) };
  }

  return {
    /** Returns the settings with which the server connects to the database. */
    async settings() {
      if (process.env['DATABASE_URL'] || process.env['API_HOST']) return {};
      addresses ??= start();
      // Commands that a user runs have no DATABASE_URL and connect to the same database as with `npm start`.
      return {
        DEMO: process.env['DEMO'] || 'on',
        ...(await addresses),
        FILES_SHARED: 'on',
        DATA_KEY_FILE: 'on',
      };
    },
    /** @param {(code: number) => void} listener called when the database exits without `stop` */
    onEnd(listener) {
      onExit = listener;
    },
    async stop() {
      if (child === null || hasEnded(child)) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Runs the newest build once the previous server has ended.
 * @param {string} main
 * @param {{ port: number, address: string, database: ReturnType<typeof manageDatabase> }} surroundings `address` is
 *   the server's address in the browser
 */
function manageServer(main, { port, address, database }) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  let isStopped = false;
  let turn = Promise.resolve();

  async function end() {
    if (child === null || hasEnded(child)) return;
    const ended = once(child, 'exit');
    // Sends SIGINT, because on SIGTERM the server waits for a load balancer.
    child.kill('SIGINT');
    const killing = setTimeout(() => child?.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(killing);
  }

  async function begin() {
    const settings = await database.settings();
    if (isStopped) return;
    // Logs warnings and errors, but not every request.
    const usual = { LOG_LEVEL: 'warn', ...process.env };
    child = startChild([main, 'start'], { ...usual, ...settings, HOST: '127.0.0.1', PORT: String(port) });
    child.stdout?.on('data', (chunk) => {
      process.stdout.write(String(chunk).replace(`http://127.0.0.1:${port}`, address));
    });
  }

  return {
    restart() {
      turn = turn.then(end).then(begin);
    },
    stop() {
      isStopped = true;
      return end();
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
    server: { host, port, strictPort: true, proxy: { [serverPaths]: { target, configure: respondDuringRestart } } },
  });
  // Vite's handlers would end this process before the programs that it has started.
  process.removeAllListeners('SIGTERM');
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
 * Responds to calls with 503 while the server restarts; the web app retries them.
 * @param {{ on(event: 'error', listener: (error: Error, request: unknown, response: any) => void): unknown }} proxy
 */
function respondDuringRestart(proxy) {
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
