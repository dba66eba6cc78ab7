import pg from 'pg';
import { acceptsWrites, UnresponsiveDatabase, UtcClient, withClient, withinLimit } from './client.ts';
import type { HostAddress, ServerAddress } from './server-address.ts';

const PROBE_LIMIT_MS = 2_000;
/** For finding the host, connecting and checking that it accepts writes. */
const CONNECT_LIMIT_MS = 5_000;

/** Chooses the host of several that accepts writes. */
export interface HostChooser {
  /** @throws AggregateError with the reason of each host when none does */
  choose(): Promise<HostAddress>;
  /** The chosen host failed: the next call asks all hosts again. A later choice stays. */
  forget(choice: Promise<HostAddress>): void;
}

/** Asks the hosts of an address which is the primary, and remembers the answer until a connection fails. */
export function hostChooser(address: ServerAddress): HostChooser {
  let chosen: Promise<HostAddress> | null = null;
  const forget: HostChooser['forget'] = (choice) => {
    if (chosen === choice) chosen = null;
  };
  return {
    forget,
    choose: () => {
      if (chosen !== null) return chosen;
      const choice = Promise.any(address.hosts.map((host) => requireWritable(address, host)));
      choice.catch(() => forget(choice));
      chosen = choice;
      return choice;
    },
  };
}

/**
 * A client for pg.Pool that connects to the host that accepts writes at that time. node-postgres knows one host only;
 * after a fail-over its connections break, and new ones find the new primary (RUN-03).
 */
export function writableHostClient(chooser: HostChooser): typeof pg.Client {
  return class WritableHostClient extends UtcClient {
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      if (callback === undefined) return this.#connectWritable();
      // pg-pool reads only whether there is an error.
      const succeed = callback as () => void;
      this.#connectWritable().then(() => succeed(), callback);
      return undefined;
    }

    async #connectWritable(): Promise<pg.Client> {
      const choice = chooser.choose();
      try {
        return await withinLimit(this, CONNECT_LIMIT_MS, async () => {
          const { host, port } = await choice;
          // The caller has given this connection up in the meantime.
          if (this.connection.stream.destroyed) throw new UnresponsiveDatabase();
          this.host = host;
          this.port = port;
          await super.connect();
          await requireWrites(this);
          return this;
        });
      } catch (error) {
        chooser.forget(choice);
        throw error;
      }
    }
  };
}

async function requireWritable(address: ServerAddress, { host, port }: HostAddress): Promise<HostAddress> {
  const client = new pg.Client({ connectionString: address.connectionString });
  client.host = host;
  client.port = port;
  await withClient(client, PROBE_LIMIT_MS, requireWrites);
  return { host, port };
}

async function requireWrites(client: pg.Client): Promise<void> {
  if (await acceptsWrites(client)) return;
  await client.end();
  throw new ReadOnlyServer('it cannot be written to');
}

/** A standby, or a server that its operator has set to read-only. */
export class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer';
}
