import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

const POLL_MS = 200;

/** Resolves when no other client is connected: a second command may have joined the database that the first serves. */
export async function untilAlone(connectionString: string, log: Logger): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (let round = 0; ; round += 1) {
      const { rows } = await client.query<{ others: number }>(
        "SELECT count(*)::int AS others FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
      );
      if (rows[0]?.others === 0) return;
      // Connections that have just been closed are seen for a moment.
      if (round === 5) log.info('another command still uses the database, waiting for it');
      await delay(POLL_MS);
    }
  } catch {
    // Gone already, and nobody is connected to it.
  } finally {
    await client.end().catch(() => undefined);
  }
}
