import { connect } from 'node:net';
import pg from 'pg';

declare module 'pg' {
  interface Client {
    /** The backend's number as announced at the start; a pooler announces its own. */
    readonly processID: number | null;
    /** Authorises a cancel request. */
    readonly secretKey: number | null;
    getStartupConf(): Record<string, string>;
  }
}

/** An open connection gets no response: network or server do not respond (OPER-01). */
export class UnresponsiveDatabase extends Error {
  override readonly name = 'UnresponsiveDatabase';

  constructor() {
    super('the database does not answer');
  }
}

/**
 * A commit was cancelled while it waited for a standby: a fail-over may lose it. The server reports success with a
 * warning.
 */
export class UnreplicatedCommit extends Error {
  override readonly name = 'UnreplicatedCommit';

  constructor() {
    super('the commit has reached no standby');
  }
}

/** Whether a notice reports a commit that stopped waiting for a standby, in any language. */
export const isUnreplicated = ({ routine }: { readonly routine?: string | undefined }): boolean =>
  routine === 'SyncRepWaitForLSN';

/** A client in UTC, also through PgBouncer, which rejects `options`. */
export class UtcClient extends pg.Client {
  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), TimeZone: 'UTC' };
  }
}

/** Sends unnamed statements: behind a pooler, another backend may not have them. */
export function dropStatementNames(client: pg.Client): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((statement: unknown, ...args: unknown[]) => {
    const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement;
    return send(isNamed ? { ...statement, name: undefined } : statement, ...args);
  }) as typeof client.query;
}

/** Connects a client, runs `work` and ends it, all within a limit. @throws UnresponsiveDatabase after the limit */
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

/** False for a standby and a read-only server. */
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

/** Time limits of statements without a response. */
export interface StatementWatch {
  /** In milliseconds; null if the server does so, or for no limit. */
  readonly cancelAfterMs: number | null;
  /** The longest wait in milliseconds; null for no limit. */
  readonly answerTimeoutMs: number | null;
  /** Whether statements may take any time while the server works on them. */
  readonly isLong: () => boolean;
  /** Whether the server still runs the statement. @throws UnresponsiveDatabase if it is silent */
  readonly isAtWork: () => Promise<boolean>;
  /** Receives the name or the beginning of a statement that took longer than `SLOW_MS` (OPER-04). */
  readonly onSlow?: (name: string, ms: number) => void;
  onNoAnswer(): void;
}

const SLOW_MS = 1_000;
const CANCEL_REQUEST = 80_877_102;
const CANCEL_LIMIT_MS = 2_000;
/** The response may be in transit when the server has just finished. */
const SECOND_CHECK_MS = 1_000;

/**
 * Watches every statement of a client: without a response it closes the connection and fails this statement and the next
 * ones with UnresponsiveDatabase. `query_timeout` of node-postgres would leave the connection open.
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

/** The text never holds values. */
function nameOf(query: unknown): string {
  const { name, text } = typeof query === 'string' ? { name: undefined, text: query } : (query as pg.QueryConfig);
  return name ?? text.trim().slice(0, 60);
}

function beginWatch(
  client: pg.Client,
  { cancelAfterMs, answerTimeoutMs, isLong, isAtWork, onNoAnswer }: StatementWatch,
): () => void {
  if (answerTimeoutMs === null) return () => undefined;
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
      checking = setTimeout(check, found ? answerTimeoutMs : SECOND_CHECK_MS);
      return;
    }
    client.connection.stream.destroy(new UnresponsiveDatabase());
    onNoAnswer();
  };
  let checking = setTimeout(check, answerTimeoutMs);
  return () => {
    hasEnded = true;
    clearTimeout(cancelling);
    clearTimeout(checking);
  };
}

/** A server that rejects a connection is not silent. */
const silentOrDone = (error: unknown) => (error instanceof UnresponsiveDatabase ? 'silent' : false);

/**
 * Asks server or pooler to cancel the client's statement, which fails with 57014; no effect on a statement that has
 * ended.
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
  // If the server is unreachable, the limit for silence applies.
  socket.on('error', () => undefined);
  // The server closes the connection. A pooler drops the request when this side closes first.
  socket.write(request);
}
