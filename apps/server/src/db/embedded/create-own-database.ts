import pg from 'pg';

/**
 * Makes the database `wayside` on a server of ours unless it is there.
 * @param address the server, without a database
 */
export async function createOwnDatabase(address: string): Promise<void> {
  const client = new pg.Client({
    connectionString: `${address}/postgres`,
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
  });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'wayside'");
    if (rowCount === 0) await client.query('CREATE DATABASE wayside');
  } finally {
    await client.end();
  }
}
