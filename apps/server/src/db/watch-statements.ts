import type pg from 'pg';
import { cancelStatement } from './cancel-statement.ts';
import { SilentDatabase } from './client.ts';

/** What is done about a statement whose answer does not come. */
export interface StatementWatch {
  /** After how many milliseconds it is cancelled; null where the server does so itself, or it may take any time. */
  readonly cancelAfterMs: number | null;
  /** How long an answer is waited for, in milliseconds; null is for ever. */
  readonly silenceMs: number | null;
  /** Asked then: whether the server is still at work on it, so that waiting goes on. Null: it must have answered. */
  readonly isAtWork: (() => Promise<boolean>) | null;
  /** Told after the connection was given up. */
  onSilence(): void;
}

/** An answer may be on its way when the server has just ended its work. */
const SECOND_LOOK_MS = 1_000;

/**
 * Watches every statement of a client from now on: one whose answer does not come closes the connection, so that it and
 * whatever is asked after it fail with SilentDatabase. node-postgres' own `query_timeout` would leave the connection open.
 */
export function watchStatements(client: pg.Client, watch: StatementWatch): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const end = beginWatch(client, watch);
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

/** @returns what ends it, once the statement has its answer */
function beginWatch(
  client: pg.Client,
  { cancelAfterMs, silenceMs, isAtWork, onSilence }: StatementWatch,
): () => void {
  if (silenceMs === null) return () => undefined;
  let isOver = false;
  let hasSecondLook = isAtWork !== null;
  const cancelling = cancelAfterMs === null ? undefined : setTimeout(cancelStatement, cancelAfterMs, client);
  const look = async (): Promise<void> => {
    const goesOn = isAtWork !== null && (await isAtWork().catch(() => false));
    if (isOver) return;
    if (goesOn || hasSecondLook) {
      hasSecondLook = isAtWork !== null && goesOn;
      looking = setTimeout(look, goesOn ? silenceMs : SECOND_LOOK_MS);
      return;
    }
    client.connection.stream.destroy(new SilentDatabase());
    onSilence();
  };
  let looking = setTimeout(look, silenceMs);
  return () => {
    isOver = true;
    clearTimeout(cancelling);
    clearTimeout(looking);
  };
}
