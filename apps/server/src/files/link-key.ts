import { randomBytes } from 'node:crypto';
import type { Database } from '../db/database.ts';

const NAME = 'link_key';
const KEY_BYTES = 32;

/** The key that links are signed with: made once, kept in the database, shared by all nodes. */
export function linkKeyReader(database: Database): () => Promise<Buffer> {
  let reading: Promise<Buffer> | null = null;
  return () => {
    reading ??= readLinkKey(database).catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}

async function readLinkKey(database: Database): Promise<Buffer> {
  const made = randomBytes(KEY_BYTES).toString('hex');
  await database.pool.query('INSERT INTO business_settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    NAME,
    made,
  ]);
  const { rows } = await database.pool.query<{ value: string }>(
    'SELECT value FROM business_settings WHERE name = $1',
    [NAME],
  );
  return Buffer.from(rows[0]?.value ?? made, 'hex');
}
