import { connect } from 'node:net';
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

/** The limits of a statement whose answer does not come. */
export interface StatementWatch {
  /** It is cancelled after this time, in milliseconds; null where the server does so, or where it may take any time. */
  readonly cancelAfterMs: number | null;
  /** The longest wait for an answer, in milliseconds; null is for ever. */
  readonly answerTimeoutMs: number | null;
  /** Whether statements may take any time now, as long as the server works on them. */
  readonly isLong: () => boolean;
  /**
   * Whether the server still runs the statement, so that the wait for a long one goes on.
   * @throws UnresponsiveDatabase when it does not answer either: the connection is closed at once
   */
  readonly isAtWork: () => Promise<boolean>;
  /** Called with the name of a statement, or how its text begins, that took longer than `SLOW_MS` (OPER-04). */
  readonly onSlow?: (name: string, ms: number) => void;
  /** Called after the connection was closed. */
  onNoAnswer(): void;
}

/** A list at a million rows takes a hundredth of it. */
const SLOW_MS = 1_000;
const CANCEL_REQUEST = 80_877_102;
const CANCEL_LIMIT_MS = 2_000;
/** The answer may be on its way when the server has just finished. */
const SECOND_LOOK_MS = 1_000;

/**
 * Watches every statement of a client from now on: a missing answer closes the connection, so that this statement and
 * the next ones fail with UnresponsiveDatabase. The `query_timeout` of node-postgres would leave the connection open.
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

/** Values are never in the text. */
function nameOf(query: unknown): string {
  const { name, text } = typeof query === 'string' ? { name: undefined, text: query } : (query as pg.QueryConfig);
  return name ?? text.trim().slice(0, 60);
}

/** @returns a function that ends the watch when the answer arrives */
function beginWatch(
  client: pg.Client,
  { cancelAfterMs, answerTimeoutMs, isLong, isAtWork, onNoAnswer }: StatementWatch,
): () => void {
  if (answerTimeoutMs === null) return () => undefined;
  const mayGoOn = isLong();
  let isOver = false;
  let hasSecondLook = mayGoOn;
  const cancelling =
    cancelAfterMs === null || mayGoOn ? undefined : setTimeout(cancelStatement, cancelAfterMs, client);
  const look = async (): Promise<void> => {
    const found = mayGoOn ? await isAtWork().catch(whetherSilent) : 'silent';
    if (isOver) return;
    if (found === true || (found === false && hasSecondLook)) {
      hasSecondLook = found;
      looking = setTimeout(look, found ? answerTimeoutMs : SECOND_LOOK_MS);
      return;
    }
    client.connection.stream.destroy(new UnresponsiveDatabase());
    onNoAnswer();
  };
  let looking = setTimeout(look, answerTimeoutMs);
  return () => {
    isOver = true;
    clearTimeout(cancelling);
    clearTimeout(looking);
  };
}

/** A server that rejects a connection, because it has too many, is not silent. */
const whetherSilent = (error: unknown) => (error instanceof UnresponsiveDatabase ? 'silent' : false);

/**
 * Asks the server, or the pooler before it, to cancel the statement of a client, which then fails with 57014. The request
 * has no answer and no effect on a statement that has ended.
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
  // An unreachable server cancels nothing; the limit for silence applies then.
  socket.on('error', () => undefined);
  // The server closes the connection. A pooler drops the request when this side closes first.
  socket.write(request);
}
