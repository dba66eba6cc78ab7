import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '../../data-directory.ts';
import { DATA_KEY_BYTES, dataKeyText } from '../../settings-values.ts';
import { StartError } from '../../start-error.ts';

export type KeyPurpose = 'columns' | 'links' | 'chains' | 'closes' | 'fingerprints' | 'live';

/** A data key. Its secret is used only to derive other keys. */
export interface DataKey {
  /** 16 hex characters, stored beside each encrypted value. */
  readonly id: string;
  readonly secret: Buffer;
  readonly columns: Buffer;
}

const ID_BYTES = 8;
const KEY_BYTES = 32;

const derive = (secret: Buffer, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `wayside ${purpose}`, bytes));

/** @param secret 32 random bytes */
export function dataKey(secret: Buffer): DataKey {
  return { id: derive(secret, 'id', ID_BYTES).toString('hex'), secret, columns: derivedKey({ secret }, 'columns') };
}

/** Derives a 32-byte key for one purpose. No other key can be derived from it. */
export const derivedKey = ({ secret }: Pick<DataKey, 'secret'>, purpose: KeyPurpose): Buffer =>
  derive(secret, purpose, KEY_BYTES);

/**
 * The key file of an embedded database. Files named `data-key.…` contain earlier keys and the key of a pending
 * change.
 */
export const KEY_FILE = 'data-key';
export const NEXT_KEY_FILE = 'data-key.next';

/** The keys in a data directory. `current` is the key in the key file. */
export interface KeyFiles {
  readonly current: DataKey | null;
  readonly others: readonly DataKey[];
}

/** @throws StartError if a file has no key or cannot be read */
export async function readKeyFiles(dataDir: string): Promise<KeyFiles> {
  const names = await readdir(dataDir).catch((): string[] => []);
  const isOther = (name: string) => /^data-key\.([0-9a-f]{16}|next)$/.test(name);
  return {
    current: names.includes(KEY_FILE) ? await readKeyFile(join(dataDir, KEY_FILE)) : null,
    others: await Promise.all(names.filter(isOther).map((name) => readKeyFile(join(dataDir, name)))),
  };
}

/** @throws StartError if the file has no key or cannot be read */
export async function readKeyFile(path: string): Promise<DataKey> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartError(`The key file ${path} cannot be read.`, { cause: error });
  });
  const { data: secret } = dataKeyText.safeParse(text.trim());
  if (secret === undefined) throw new StartError(`The key file ${path} does not contain 32 bytes in base64.`);
  return dataKey(secret);
}

/** Creates a key file (0600), unless another process has just created it. @returns its key */
export async function createKeyFile(dataDir: string, name: string): Promise<DataKey> {
  const path = join(dataDir, name);
  const draft = join(dataDir, `.${name}-${process.pid}-${randomBytes(4).toString('hex')}`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(DATA_KEY_BYTES).toString('base64')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    // Unlike a rename, a link does not replace a file created by another process.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncDirectory(dataDir);
  return readKeyFile(path);
}
