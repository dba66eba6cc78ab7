import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { servePglite } from './session-server.ts';

/** PGlite runs in its own thread, so that a long query does not block requests. */
const { dataDir, socket } = z.object({ dataDir: z.string(), socket: z.string() }).parse(workerData);

const server = await servePglite({ dataDir }, socket);
parentPort?.postMessage('ready');
parentPort?.once('message', () => void server.stop().finally(() => process.exit(0)));
