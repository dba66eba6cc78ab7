import { once } from 'node:events';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { sessionServer } from './session-server.ts';
import { SharedSession } from './shared-session.ts';

/** A PGlite that ordinary clients of PostgreSQL connect to. */
export interface LiteServer {
  readonly database: PGlite;
  /** Lets what runs come to its end and closes the database. */
  stop(): Promise<void>;
}

/**
 * Opens a PGlite and serves it on a socket, in this very thread.
 * @param where its data: a directory, or a copy of one in memory
 */
export async function serveLite(
  where: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'>,
  socket: string,
): Promise<LiteServer> {
  const database = await PGlite.create({ ...where, extensions: { pg_trgm } });
  await database.exec("SET timezone = 'UTC'");
  const session = new SharedSession((bytes) => database.execProtocolRaw(bytes));
  const server = sessionServer(session);
  server.listen(socket);
  await once(server, 'listening');
  return {
    database,
    stop: async () => {
      server.close();
      await session.close();
      await database.close();
    },
  };
}
