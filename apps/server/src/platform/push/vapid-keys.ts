import { z } from 'zod';
import type { DataKeys } from '../crypto/data-keys.ts';
import type { Database } from '../db/database.ts';
import { defineStatement, rowsOf } from '../db/statement.ts';
import { newVapidKeys, type VapidKeys } from './web-push.ts';

const PLACE = { table: 'push_keys', id: 'vapid', column: 'private_key' } as const;

const READ = defineStatement({
  name: 'read-push-keys',
  text: `SELECT public_key AS "publicKey", private_key AS "privateKey" FROM push_keys`,
  row: z.object({ publicKey: z.string(), privateKey: z.string() }),
  example: [],
});
const STORE = defineStatement({
  name: 'store-push-keys',
  text: `INSERT INTO push_keys (id, public_key, private_key) VALUES ('vapid', $1, $2) ON CONFLICT (id) DO NOTHING`,
  example: ['public', 'v1:'],
});

/**
 * The keys by which push services know this installation, made at the first use (DESK-05). Subscriptions are bound to them, so that they
 * stay the same when the data key changes.
 */
export async function vapidKeys(database: Database, keys: DataKeys): Promise<VapidKeys> {
  const found = await readKeys(database, keys);
  if (found) return found;
  const made = newVapidKeys();
  await database.transaction(async (client) => {
    await rowsOf(client, STORE, [made.publicKey, await keys.encrypt(client, made.privateKey, PLACE)]);
  });
  // Another node may have been first.
  const stored = await readKeys(database, keys);
  if (!stored) throw new Error('the push keys were not stored');
  return stored;
}

async function readKeys(database: Database, keys: DataKeys): Promise<VapidKeys | null> {
  const [row] = await database.rows(READ, []);
  return row ? { publicKey: row.publicKey, privateKey: await keys.decrypt(row.privateKey, PLACE) } : null;
}
