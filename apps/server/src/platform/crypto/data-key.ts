import { hkdfSync } from 'node:crypto';

/** What a key that is derived from a data key is for. */
export type KeyPurpose = 'columns' | 'links' | 'chains' | 'closes' | 'fingerprints' | 'live';

/** A data key. Its secret is used for derivation alone. */
export interface DataKey {
  /** 16 hex characters, derived from the secret; stands beside each value that the key encrypts. */
  readonly id: string;
  readonly secret: Buffer;
  /** Encrypts columns. */
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

/** The key for a purpose: 32 bytes, from which neither the data key nor the key for another purpose follows. */
export const derivedKey = ({ secret }: Pick<DataKey, 'secret'>, purpose: KeyPurpose): Buffer =>
  derive(secret, purpose, KEY_BYTES);
