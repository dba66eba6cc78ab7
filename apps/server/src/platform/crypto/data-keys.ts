import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import type { Settings } from '../../settings.ts';
import { StartError } from '../../start-error.ts';
import type { ChainKey } from '../db/chain-links.ts';
import type { Database } from '../db/database.ts';
import { UnknownDataKey } from '../db/database-errors.ts';
import { defineStatement, rowsOf } from '../db/statement.ts';
import {
  createKeyFile,
  type DataKey,
  dataKey,
  derivedKey,
  KEY_FILE,
  type KeyPurpose,
  readKeyFiles,
} from './data-key.ts';
import { type CellAddress, DecryptionError, decryptText, encryptText, keyIdOf } from './encrypted-text.ts';

const wrappedKey = z.object({ id: z.string(), wrapped_by: z.string(), value: z.string() });
type WrappedKey = z.infer<typeof wrappedKey>;

const READ_WRAPPED_KEYS = defineStatement({
  name: 'wrapped-keys',
  text: 'SELECT id, wrapped_by, value FROM data_keys',
  row: wrappedKey,
  example: [],
});

export type KeyRing = ReadonlyMap<string, DataKey>;

const cellAddressOf = (id: string) => ({ table: 'data_keys', id, column: 'value' });

/** Stores a key for programs that have `wrapper`. */
export async function storeWrappedKey(client: pg.ClientBase, key: DataKey, wrapper: DataKey): Promise<void> {
  const value = encryptText(wrapper, key.secret.toString('base64'), cellAddressOf(key.id));
  await client.query('INSERT INTO data_keys (id, wrapped_by, value) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    key.id,
    wrapper.id,
    value,
  ]);
}

/** Reads the program's own keys and the stored keys that they decrypt. */
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
      ring.set(id, dataKey(Buffer.from(decryptText(wrapperKey, value, cellAddressOf(id)), 'base64')));
    }
  }
}

/** Encrypts with the key that is current during the whole transaction. */
export interface Encryptor {
  readonly keyId: string;
  encrypt(this: void, text: string, cell: CellAddress): string;
}

/** The current data key, and older keys, which are used only to decrypt. */
export interface DataKeys {
  /**
   * Encrypts a value for its column and row. @param client a client in the writing transaction, for which a key
   * change waits
   */
  encrypt(client: pg.ClientBase, text: string, cell: CellAddress): Promise<string>;
  /** Returns an encryptor for many values in one transaction. */
  encryptor(client: pg.ClientBase): Promise<Encryptor>;
  /** Decrypts a value for the same column and row. @throws DecryptionError */
  decrypt(stored: string, cell: CellAddress): Promise<string>;
  /**
   * Derives the current key for a purpose. @param client the client of the transaction, if any, because a transaction
   * with a lock must not wait for another connection
   */
  deriveKey(purpose: KeyPurpose, client?: pg.ClientBase): Promise<{ readonly id: string; readonly key: Buffer }>;
  /** Derives the key with a given id for a purpose; null for an unknown id. */
  deriveKeyById(id: string, purpose: KeyPurpose): Promise<Buffer | null>;
}

type KeySettings = Pick<Settings, 'dataKey' | 'dataDir'>;

const current = z.object({ id: z.string() });

// A key change waits for the transactions that hold this lock, so that nothing is encrypted with the previous key.
const LOCK_CURRENT_DATA_KEY = defineStatement({
  name: 'lock-data-key',
  text: "SELECT value AS id FROM business_settings WHERE name = 'data_key' FOR SHARE",
  row: current,
  example: [],
});
const READ_CURRENT = defineStatement({
  name: 'current-data-key',
  text: "SELECT value AS id FROM business_settings WHERE name = 'data_key'",
  row: current,
  example: [],
});

const RELOAD_MS = 1_000;
/** How long `derived` caches the current key. */
const CURRENT_MS = 5_000;

/**
 * Opens the keys of a migrated database with DATA_KEY or the key file, which the first start creates.
 * @throws StartError if the key does not match the data (PRIV-01)
 */
export async function openDataKeys(database: Database, settings: KeySettings): Promise<DataKeys> {
  const stored = await currentId(database);
  const first = await ownKeys(settings, stored === null);
  const id = stored ?? (await storeFirst(database, first));
  let ring = await readKeyRing(database, first);
  if (!ring.has(id)) throw wrongKeyError(id, settings);
  /** When an id was last found to be missing. It is looked up again after RELOAD_MS. */
  const missingSinceMs = new Map<string, number>();
  const reloading = new Map<string, Promise<void>>();
  let known = { id, untilMs: performance.now() + CURRENT_MS };

  const isReloadDue = (wanted: string): boolean =>
    !ring.has(wanted) && performance.now() - (missingSinceMs.get(wanted) ?? Number.NEGATIVE_INFINITY) > RELOAD_MS;
  async function reload(wanted: string): Promise<void> {
    ring = mergeKeyRings(ring, await readKeyRing(database, await ownKeys(settings, false)));
    if (!ring.has(wanted)) missingSinceMs.set(wanted, performance.now());
  }
  async function keyOf(wanted: string): Promise<DataKey | null> {
    if (isReloadDue(wanted)) {
      const current = reloading.get(wanted) ?? reload(wanted).finally(() => reloading.delete(wanted));
      reloading.set(wanted, current);
      await current;
    }
    return ring.get(wanted) ?? null;
  }
  async function requireKey(wanted: string): Promise<DataKey> {
    const key = await keyOf(wanted);
    if (key === null) throw new UnknownDataKey(wanted);
    return key;
  }
  /** Checks whether a key is known, and looks up an unknown key in the background. */
  function knows(wanted: string): boolean {
    if (isReloadDue(wanted)) void keyOf(wanted).catch(() => undefined);
    return ring.has(wanted);
  }
  async function learnCurrent(client?: pg.ClientBase): Promise<void> {
    const key = await requireKey((await currentId(database, client)) ?? id);
    known = { id: key.id, untilMs: performance.now() + CURRENT_MS };
  }
  async function encryptor(client: pg.ClientBase): Promise<Encryptor> {
    const [row] = await rowsOf(client, LOCK_CURRENT_DATA_KEY, []);
    const key = await requireKey(row?.id ?? id);
    return { keyId: key.id, encrypt: (text, place) => encryptText(key, text, place) };
  }

  let chain: ChainKey | null = null;
  function chainKey(): ChainKey {
    const key = ring.get(known.id);
    if (key === undefined) throw new UnknownDataKey(known.id);
    if (chain?.id !== key.id) chain = { id: key.id, key: derivedKey(key, 'chains') };
    return chain;
  }
  database.setKeys({ chainKey, knows });

  return {
    encryptor,
    encrypt: async (client, text, cell) => (await encryptor(client)).encrypt(text, cell),
    decrypt: async (value, place) => {
      const key = await keyOf(keyIdOf(value) ?? '');
      if (key === null)
        throw new DecryptionError(`The value in ${place.table}.${place.column} of ${place.id} has no known key.`);
      return decryptText(key, value, place);
    },
    deriveKey: async (purpose, client) => {
      if (known.untilMs < performance.now()) await learnCurrent(client);
      const key = await requireKey(known.id);
      return { id: key.id, key: derivedKey(key, purpose) };
    },
    deriveKeyById: async (wanted, purpose) => {
      const key = await keyOf(wanted);
      return key && derivedKey(key, purpose);
    },
  };
}

const mergeKeyRings = (one: KeyRing, other: KeyRing): KeyRing => new Map([...one, ...other]);

async function currentId(database: Database, client?: pg.ClientBase): Promise<string | null> {
  const [row] = client ? await rowsOf(client, READ_CURRENT, []) : await database.rows(READ_CURRENT, []);
  return row?.id ?? null;
}

/** Returns the program's own keys; the key for new data is first. */
async function ownKeys({ dataKey: secret, dataDir }: KeySettings, isNew: boolean): Promise<DataKey[]> {
  if (secret !== null) return [dataKey(secret)];
  const { current: own, others } = await readKeyFiles(dataDir);
  if (own !== null) return [own, ...others];
  return isNew ? [await createKeyFile(dataDir, KEY_FILE), ...others] : [...others];
}

/** Stores the first key, encrypted with itself, so that later starts can check their key against it. */
async function storeFirst(database: Database, [key]: readonly DataKey[]): Promise<string> {
  if (key === undefined) throw new Error('there is no key');
  await database.transaction(async (client) => {
    await storeWrappedKey(client, key, key);
    await client.query(
      "INSERT INTO business_settings (name, value) VALUES ('data_key', $1) ON CONFLICT (name) DO NOTHING",
      [key.id],
    );
  });
  return (await currentId(database)) ?? key.id;
}

function wrongKeyError(id: string, { dataKey: secret, dataDir }: KeySettings): StartError {
  const keySource = secret === null ? `The key file ${join(dataDir, KEY_FILE)} is missing or` : 'DATA_KEY';
  return new StartError(
    `${keySource} does not match the data, which are encrypted with another key (${id}): use that key. docs/operations.md describes what to do if it is lost.`,
  );
}
