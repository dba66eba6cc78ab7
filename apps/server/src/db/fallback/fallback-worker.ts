import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { z } from 'zod';
import { sessionServer } from './session-server.ts';
import { SharedSession } from './shared-session.ts';

/** The thread in which PGlite runs, so that a long query of it stops no request that needs none. */
const { dataDir, socket } = z.object({ dataDir: z.string(), socket: z.string() }).parse(workerData);

const database = await PGlite.create({ dataDir, extensions: { pg_trgm } });
await database.exec("SET timezone = 'UTC'");
const session = new SharedSession((bytes) => database.execProtocolRaw(bytes));
const server = sessionServer(session);
server.listen(socket);
await once(server, 'listening');
parentPort?.postMessage('ready');

parentPort?.once('message', () => {
  server.close();
  void session
    .close()
    .then(() => database.close())
    .finally(() => process.exit(0));
});
