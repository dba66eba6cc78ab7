import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { ApplicationAddress } from './application.ts';

/** Runs a function in the database of a running application, with the role that owns its tables. */
export async function withDatabase<T>(
  { dataFolder }: ApplicationAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { connectionString } = JSON.parse(await readFile(join(dataFolder, 'connection.json'), 'utf8'));
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
