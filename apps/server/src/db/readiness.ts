import type pg from 'pg';
import { acceptsWrites, withinLimit } from './client.ts';

/** Checks whether a database accepts writes, on a connection of its own. */
export interface Readiness {
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * The connection stays open between checks. When it fails a new one is tried at once, so that a broken connection alone
 * makes no node unready. Concurrent checks share their result.
 * @param newClient creates a client without connecting it
 * @param limitMs the limit of a connection and of a check
 */
export function readinessOf(newClient: () => pg.Client, limitMs: number): Readiness {
  let connected: pg.Client | null = null;
  let asking: Promise<boolean> | null = null;

  async function isWritable(client: pg.Client, begin: () => Promise<unknown>): Promise<boolean> {
    try {
      return await withinLimit(client, limitMs, async () => {
        await begin();
        connected = (await acceptsWrites(client)) ? client : null;
        return connected !== null;
      });
    } catch {
      return false;
    } finally {
      if (connected !== client) client.connection.stream.destroy();
    }
  }

  async function ask(): Promise<boolean> {
    const open = connected;
    connected = null;
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
      connected?.connection.stream.destroy();
      connected = null;
    },
  };
}
