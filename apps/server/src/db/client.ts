import pg from 'pg';

declare module 'pg' {
  interface Client {
    /** The backend's number as the server says it at the start; a pooler says one of its own. */
    readonly processID: number | null;
    /** What a request to cancel is signed with. */
    readonly secretKey: number | null;
    /** What is said of the session when it begins. */
    getStartupConf(): Record<string, string>;
  }
}

/** Is thrown when a connection is open and no answer comes: the network or the server went silent (OPER-01). */
export class SilentDatabase extends Error {
  override readonly name = 'SilentDatabase';

  constructor() {
    super('the database does not answer');
  }
}

/** A client whose session is in UTC, also through PgBouncer, which takes this setting and refuses `options`. */
export class UtcClient extends pg.Client {
  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), TimeZone: 'UTC' };
  }
}

/** Sends statements without their names from now on: a pooler would run them on a backend that has never seen the name. */
export function dropStatementNames(client: pg.Client): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((statement: unknown, ...args: unknown[]) => {
    const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement;
    return send(isNamed ? { ...statement, name: undefined } : statement, ...args);
  }) as typeof client.query;
}

/**
 * Connects a client, works with it and ends it, all within a limit.
 * @throws SilentDatabase when the time is over, else what `work` throws
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

/** Works with a client for as long as the limit allows; then its connection is closed and SilentDatabase thrown. */
export async function withinLimit<T>(client: pg.Client, limitMs: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      client.connection.stream.destroy();
      reject(new SilentDatabase());
    }, limitMs);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
