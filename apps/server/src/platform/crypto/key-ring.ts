import type pg from 'pg';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { defineStatement } from '../db/statement.ts';
import { type DataKey, dataKey } from './data-key.ts';
import { decryptText, encryptText } from './encrypted-text.ts';

const wrappedKey = z.object({ id: z.string(), wrapped_by: z.string(), value: z.string() });
type WrappedKey = z.infer<typeof wrappedKey>;

const READ_WRAPPED_KEYS = defineStatement({
  name: 'wrapped-keys',
  text: 'SELECT id, wrapped_by, value FROM data_keys',
  row: wrappedKey,
  example: [],
});

/** Keys by their id. */
export type KeyRing = ReadonlyMap<string, DataKey>;

const placeOf = (id: string) => ({ table: 'data_keys', id, column: 'value' });

/** Stores a key so that a program which has `wrapper` can read it. */
export async function storeWrappedKey(client: pg.ClientBase, key: DataKey, wrapper: DataKey): Promise<void> {
  const value = encryptText(wrapper, key.secret.toString('base64'), placeOf(key.id));
  await client.query('INSERT INTO data_keys (id, wrapped_by, value) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    key.id,
    wrapper.id,
    value,
  ]);
}

/** The keys that a program has, and every key of the database that one of them opens. */
export async function readKeyRing(database: Database, own: readonly DataKey[]): Promise<KeyRing> {
  const ring = new Map(own.map((key) => [key.id, key]));
  let closed: WrappedKey[] = await database.rows(READ_WRAPPED_KEYS, []);
  for (;;) {
    const opened = closed.filter(({ wrapped_by: wrapper }) => ring.has(wrapper));
    if (opened.length === 0) return ring;
    closed = closed.filter(({ wrapped_by: wrapper }) => !ring.has(wrapper));
    for (const { id, wrapped_by: wrapper, value } of opened) {
      const wrapperKey = ring.get(wrapper);
      if (wrapperKey === undefined || ring.has(id)) continue;
      ring.set(id, dataKey(Buffer.from(decryptText(wrapperKey, value, placeOf(id)), 'base64')));
    }
  }
}
