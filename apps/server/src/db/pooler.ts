import type pg from 'pg';

const ROUNDS = 3;

/**
 * Whether something between a client and the server gives each transaction another backend, as PgBouncer does in
 * transaction mode. A client whose backend has the number that it was told at the start has it for itself. Otherwise
 * transactions of others are held open: they get the backend that this client has just used, or it gets another one.
 * @param connected a client
 * @param newClient makes one that is not connected yet
 */
export async function sharesBackends(connected: pg.Client, newClient: () => Promise<pg.Client>): Promise<boolean> {
  if ((await backendOf(connected)) === connected.processID) return false;
  const others = [await newClient(), await newClient()];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      // With one and with two, for a pooler that takes its connections in turn.
      for (let count = 1; count <= others.length; count += 1)
        if (await isShared(connected, others.slice(0, count))) return true;
    }
    return false;
  } finally {
    for (const other of others) void other.end().catch(() => undefined);
  }
}

async function isShared(client: pg.Client, others: readonly pg.Client[]): Promise<boolean> {
  const before = await backendOf(client);
  const held: number[] = [];
  for (const other of others) {
    await other.query('BEGIN');
    held.push(await backendOf(other));
  }
  const after = await backendOf(client);
  for (const other of others) await other.query('ROLLBACK');
  return after !== before || held.includes(before);
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}
