import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { serveLite } from './serve-lite.ts';

/** The thread in which PGlite runs, so that a long query of it stops no request that needs none. */
const { dataDir, socket } = z.object({ dataDir: z.string(), socket: z.string() }).parse(workerData);

const server = await serveLite({ dataDir }, socket);
parentPort?.postMessage('ready');
parentPort?.once('message', () => void server.stop().finally(() => process.exit(0)));
