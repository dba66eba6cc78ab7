import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from './database.ts';

/** What is done with what the database tells. */
export interface Hearing {
  /** Told of every notice on the channel; the first one after a silence says that there is hearing again. */
  onNotice(): void;
  /** From now on notices may be missed, until the next one comes. */
  onSilence(): void;
}

const RETRY_MS = 1_000;

/**
 * Listens on a channel of NOTIFY until it is closed, over a connection from the pool that is replaced when it breaks.
 * Each time it sends a notice itself, over another connection: where a pooler stands between, none ever comes.
 */
export function listenTo(
  { pool }: Pick<Database, 'pool'>,
  channel: string,
  { hearing, log }: { readonly hearing: Hearing; readonly log: Logger },
): { close(): Promise<void> } {
  const closing = new AbortController();
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()));

  async function listen(): Promise<void> {
    const client = await pool.connect();
    try {
      const ended = new Promise<void>((resolve) => client.once('end', resolve));
      client.on('notification', () => hearing.onNotice());
      await client.query(`LISTEN ${channel}`);
      await pool.query(`NOTIFY ${channel}`);
      await Promise.race([ended, closed]);
    } finally {
      client.removeAllListeners('notification');
      client.release(true);
      hearing.onSilence();
    }
  }

  async function listenOn(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen().catch((error: Error) => log.debug({ err: error }, `cannot listen on ${channel} now`));
      await delay(RETRY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  const listening = listenOn();
  return {
    close: () => {
      closing.abort();
      return listening;
    },
  };
}
