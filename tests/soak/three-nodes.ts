import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type ExternalServer, startExternalServer } from '../../apps/server/src/testing/external-server.ts';
import { type PgBouncer, startPgBouncer } from '../../apps/server/src/testing/pgbouncer.ts';
import {
  buildProgram,
  databaseSettings,
  type Program,
  startProgram,
} from '../../apps/server/src/testing/program.ts';
import { type StallingProxy, startStallingProxy } from './stalling-proxy.ts';

const DEMO_BOOKINGS = 3_000;

/** A node and its database connections. */
export interface SoakedNode {
  readonly program: Program;
  readonly address: string;
  readonly toPooler: StallingProxy;
  /** A direct connection that bypasses the pooler. */
  readonly toDatabase: StallingProxy;
}

/** Three nodes behind PgBouncer in transaction mode, with proxies between them and the database. */
export interface ThreeNodes {
  readonly server: ExternalServer;
  readonly nodes: readonly SoakedNode[];
  readonly poolerToDatabase: StallingProxy;
  readonly commandsToDatabase: StallingProxy;
  readonly poolerRestarts: PgBouncer['restarts'];
  /** The settings for a command. */
  readonly environment: Readonly<Record<string, string>>;
  /** Returns the number of delivered notifications. */
  delivered(): number;
  stop(): Promise<void>;
}

/** Returns the resident memory of a process in MB; 0 if it has ended. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** Starts the nodes on a database with demo data. */
export async function startThreeNodes(count: number): Promise<ThreeNodes> {
  buildProgram();
  let deliveries = 0;
  const receiver = createServer((request, response) => {
    deliveries += 1;
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const receiverAddress = receiver.address();
  const receiverPort = typeof receiverAddress === 'object' ? (receiverAddress?.port ?? 0) : 0;

  const server = await startExternalServer();
  const poolerToDatabase = await startStallingProxy(server.connectionString);
  const commandsToDatabase = await startStallingProxy(server.connectionString);
  const pooler = await startPgBouncer(poolerToDatabase.connectionString, 'transaction');
  const environment = {
    ...databaseSettings(pooler.connectionString, server.dataDir),
    DATABASE_URL_DIRECT: commandsToDatabase.connectionString,
    LOG_LEVEL: 'warn',
    NOTIFY_WEBHOOK_URL: `http://127.0.0.1:${receiverPort}/hook`,
    NOTIFY_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  };
  const filling = startProgram(environment, { words: ['demo', '--bookings', String(DEMO_BOOKINGS)] });
  if ((await filling.ended()) !== 0) throw new Error(filling.stderr());
  const nodes = await Promise.all(
    Array.from({ length: count }, async () => {
      const toPooler = await startStallingProxy(pooler.connectionString);
      const toDatabase = await startStallingProxy(server.connectionString);
      const program = startProgram({
        ...environment,
        DATABASE_URL: toPooler.connectionString,
        DATABASE_URL_DIRECT: toDatabase.connectionString,
      });
      return { program, address: await program.ready(), toPooler, toDatabase };
    }),
  );
  return {
    server,
    nodes,
    poolerToDatabase,
    commandsToDatabase,
    poolerRestarts: pooler.restarts,
    environment,
    delivered: () => deliveries,
    stop: async () => {
      await Promise.all(nodes.map(({ program }) => program.stop()));
      await pooler.stop();
      for (const { toPooler, toDatabase } of nodes) await Promise.all([toPooler.close(), toDatabase.close()]);
      await Promise.all([poolerToDatabase.close(), commandsToDatabase.close()]);
      await server.remove();
      receiver.close();
    },
  };
}
