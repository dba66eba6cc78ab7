import pg from 'pg';

declare module 'pg' {
  interface Client {
    /** The number of the backend that the server announces at the start; a pooler announces its own. */
    readonly processID: number | null;
    /** Authorises a request to cancel. */
    readonly secretKey: number | null;
    /** The parameters of a new session. */
    getStartupConf(): Record<string, string>;
  }
}

/** Thrown when an open connection has no answer: the network or the server is silent (OPER-01). */
export class UnresponsiveDatabase extends Error {
  override readonly name = 'UnresponsiveDatabase';

  constructor() {
    super('the database does not answer');
  }
}

/**
 * Thrown when a commit was cancelled while it waited for a standby: it is on one machine alone, and a fail-over may lose it. The
 * server reports success with a warning.
 */
export class UnreplicatedCommit extends Error {
  override readonly name = 'UnreplicatedCommit';

  constructor() {
    super('the commit has reached no standby');
  }
}

/** Whether a notice says that a commit stopped waiting for a standby; its text is in the language of the server. */
export const isUnreplicated = ({ routine }: { readonly routine?: string | undefined }): boolean =>
  routine === 'SyncRepWaitForLSN';

/** A client with its session in UTC, also through PgBouncer, which accepts this parameter and rejects `options`. */
export class UtcClient extends pg.Client {
  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), TimeZone: 'UTC' };
  }
}

/** Sends statements without names from now on: behind a pooler another backend may not know the name. */
export function dropStatementNames(client: pg.Client): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((statement: unknown, ...args: unknown[]) => {
    const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement;
    return send(isNamed ? { ...statement, name: undefined } : statement, ...args);
  }) as typeof client.query;
}

/**
 * Connects a client, works with it and ends it, all within a limit.
 * @throws UnresponsiveDatabase after the limit, else the error of `work`
 */
export async function withClient<C extends pg.Client, T>(
  client: C,
  limitMs: number,
  work: (client: C) => Promise<T>,
): Promise<T> {
  client.on('error', () => undefined);
  try {
    return await withinLimit(client, limitMs, async () => {
      await client.connect();
      return await work(client);
    });
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** Whether the server of a client accepts writes: not a standby, and not one that its operator has set to read-only. */
export async function acceptsWrites(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("SELECT WHERE current_setting('transaction_read_only') = 'off'");
  return rowCount === 1;
}

/** Works with a client within a limit; after it the connection is closed and UnresponsiveDatabase thrown. */
export async function withinLimit<T>(client: pg.Client, limitMs: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      client.connection.stream.destroy();
      reject(new UnresponsiveDatabase());
    }, limitMs);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
