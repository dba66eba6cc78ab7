import { connect } from 'node:net';
import pg from 'pg';

declare module 'pg' {
  interface Client {
    /** The backend's number as announced at connection time. A pooler announces its own number. */
    readonly processID: number | null;
    /** Authorises a cancel request. */
    readonly secretKey: number | null;
    getStartupConf(): Record<string, string>;
  }
}

/** Thrown if an open connection gets no response because the network or the server is down (OPER-01). */
export class UnresponsiveDatabase extends Error {
  override readonly name = 'UnresponsiveDatabase';

  constructor() {
    super('the database does not respond');
  }
}

/**
 * Thrown if a commit was cancelled while it waited for a standby, so that a fail-over may lose it. The server reports
 * success with a warning.
 */
export class UnreplicatedCommit extends Error {
  override readonly name = 'UnreplicatedCommit';

  constructor() {
    super('the commit has reached no standby');
  }
}

/** Checks whether a notice, in any language, reports a commit that stopped waiting for a standby. */
export const isUnreplicated = ({ routine }: { readonly routine?: string | undefined }): boolean =>
  routine === 'SyncRepWaitForLSN';

/** A client that uses UTC, also through PgBouncer, which rejects `options`. */
export class UtcClient extends pg.Client {
  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), TimeZone: 'UTC' };
  }
}

/** Makes a client send unnamed statements, because a named statement may not exist on another backend of a pooler. */
export function dropStatementNames(client: pg.Client): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((statement: unknown, ...args: unknown[]) => {
    const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement;
    return send(isNamed ? { ...statement, name: undefined } : statement, ...args);
  }) as typeof client.query;
}

/**
 * Connects a client, runs `work` and closes the client, all within a time limit. @throws UnresponsiveDatabase after
 * the limit
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

/** Checks whether the server accepts writes; false for a standby or a read-only server. */
export async function acceptsWrites(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("SELECT WHERE current_setting('transaction_read_only') = 'off'");
  return rowCount === 1;
}

/** Runs `work` within a limit, then closes the connection. @throws UnresponsiveDatabase after the limit */
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

/** The time limits for statements without a response. */
export interface StatementWatch {
  /** In milliseconds; null if the server cancels statements or if there is no limit. */
  readonly cancelAfterMs: number | null;
  /** The longest wait in milliseconds; null for no limit. */
  readonly responseTimeoutMs: number | null;
  /** Whether statements may take any time as long as the server works on them. */
  readonly isLong: () => boolean;
  /** Checks whether the server still runs the statement. @throws UnresponsiveDatabase if the server does not respond */
  readonly isAtWork: () => Promise<boolean>;
  /** Called with the name or the beginning of a statement that took longer than `SLOW_MS` (OPER-04). */
  readonly onSlow?: (name: string, ms: number) => void;
  onNoResponse(): void;
}

const SLOW_MS = 1_000;
const CANCEL_REQUEST = 80_877_102;
const CANCEL_LIMIT_MS = 2_000;
/** If the server has just finished, the response may still be in transit. */
const SECOND_CHECK_MS = 1_000;

/**
 * Watches every statement of a client. If there is no response, it closes the connection and fails this statement and
 * the next ones with UnresponsiveDatabase. The `query_timeout` of node-postgres would leave the connection open.
 */
export function watchStatements(client: pg.Client, watch: StatementWatch): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const endWatch = beginWatch(client, watch);
    const startedAt = performance.now();
    const end = () => {
      endWatch();
      const ms = performance.now() - startedAt;
      if (ms > SLOW_MS) watch.onSlow?.(nameOf(args[0]), Math.round(ms));
    };
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const answered = (...outcome: unknown[]) => {
        end();
        callback(...outcome);
      };
      return send(...args.slice(0, -1), answered);
    }
    const result = send(...args);
    if (result instanceof Promise) result.then(end, end);
    else end();
    return result;
  }) as typeof client.query;
}

/** The text never contains values. */
function nameOf(query: unknown): string {
  const { name, text } = typeof query === 'string' ? { name: undefined, text: query } : (query as pg.QueryConfig);
  return name ?? text.trim().slice(0, 60);
}

function beginWatch(
  client: pg.Client,
  { cancelAfterMs, responseTimeoutMs, isLong, isAtWork, onNoResponse }: StatementWatch,
): () => void {
  if (responseTimeoutMs === null) return () => undefined;
  const mayTakeLong = isLong();
  let hasEnded = false;
  let mayCheckAgain = mayTakeLong;
  const cancelling =
    cancelAfterMs === null || mayTakeLong ? undefined : setTimeout(cancelStatement, cancelAfterMs, client);
  const check = async (): Promise<void> => {
    const found = mayTakeLong ? await isAtWork().catch(silentOrDone) : 'silent';
    if (hasEnded) return;
    if (found === true || (found === false && mayCheckAgain)) {
      mayCheckAgain = found;
      checking = setTimeout(check, found ? responseTimeoutMs : SECOND_CHECK_MS);
      return;
    }
    client.connection.stream.destroy(new UnresponsiveDatabase());
    onNoResponse();
  };
  let checking = setTimeout(check, responseTimeoutMs);
  return () => {
    hasEnded = true;
    clearTimeout(cancelling);
    clearTimeout(checking);
  };
}

/** A server that rejects a connection does respond. */
const silentOrDone = (error: unknown) => (error instanceof UnresponsiveDatabase ? 'silent' : false);

/**
 * Requests that the server or the pooler cancels the client's statement, which then fails with 57014. There is no
 * effect if the statement has ended.
 */
function cancelStatement({ host, port, processID, secretKey }: pg.Client): void {
  if (processID === null || secretKey === null) return;
  const request = Buffer.alloc(16);
  request.writeInt32BE(request.length, 0);
  request.writeInt32BE(CANCEL_REQUEST, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(CANCEL_LIMIT_MS, () => socket.destroy());
  // If the server is unreachable, the response timeout applies.
  socket.on('error', () => undefined);
  // The server closes the connection. If the client closed it first, a pooler would drop the request.
  socket.write(request);
}
