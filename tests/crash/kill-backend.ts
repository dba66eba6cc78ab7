import pg from 'pg';

/** Kills a backend process of an application. PostgreSQL then ends all backends and recovers. */
export async function killBackend(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  // This connection is closed too.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
     ORDER BY state = 'idle' LIMIT 1`,
  );
  const [found] = rows;
  if (!found) throw new Error('no application is connected');
  process.kill(found.pid, 'SIGKILL');
  await client.end().catch(() => undefined);
}

/** Checks whether the database accepts connections. */
export async function acceptsConnections(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
