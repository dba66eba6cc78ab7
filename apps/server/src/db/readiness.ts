import type pg from 'pg';
import { withinLimit } from './client.ts';

/** Asks whether a database can be used, on a connection that nothing else uses. */
export interface Readiness {
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * The connection is kept from question to question. When it fails a new one is tried at once, so that a broken
 * connection alone makes no node unready; questions at the same time share their answer.
 * @param newClient makes a client that is not connected yet
 * @param limitMs how long either may take
 */
export function readinessOf(newClient: () => pg.Client, limitMs: number): Readiness {
  let kept: pg.Client | null = null;
  let asking: Promise<boolean> | null = null;

  async function isWritable(client: pg.Client, begin: () => Promise<unknown>): Promise<boolean> {
    try {
      return await withinLimit(client, limitMs, async () => {
        await begin();
        const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
        kept = rows[0]?.transaction_read_only === 'off' ? client : null;
        return kept !== null;
      });
    } catch {
      return false;
    } finally {
      if (kept !== client) client.connection.stream.destroy();
    }
  }

  async function ask(): Promise<boolean> {
    const open = kept;
    kept = null;
    if (open !== null && (await isWritable(open, () => Promise.resolve()))) return true;
    const client = newClient();
    client.on('error', () => undefined);
    return isWritable(client, () => client.connect());
  }

  return {
    isReady: () => {
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    close: async () => {
      await asking;
      kept?.connection.stream.destroy();
      kept = null;
    },
  };
}
