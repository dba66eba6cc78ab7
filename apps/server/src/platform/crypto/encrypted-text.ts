import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { DataKey } from './data-key.ts';

/** The place of an encrypted value. It cannot be decrypted for another place. */
export interface CellAddress {
  readonly table: string;
  readonly id: string;
  readonly column: string;
}

/** Thrown if the key is unknown or the value was moved or changed. The message omits the value. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError';
}

// The format v1:KEYID:BASE64, with nonce, ciphertext and tag in BASE64.
const ENCRYPTED = /^v1:([0-9a-f]{16}):([A-Za-z0-9+/]+={0,2})$/;
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const toAdditionalData = ({ table, id, column }: CellAddress): Buffer =>
  Buffer.from(JSON.stringify([table, id, column]));

/** Returns the key id of an encrypted value; null if the value is not encrypted. */
export const keyIdOf = (stored: string): string | null => ENCRYPTED.exec(stored)?.[1] ?? null;

/** Encrypts with AES-256-GCM. The same text has a different result each time. */
export function encryptText(key: DataKey, text: string, cell: CellAddress): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key.columns, nonce).setAAD(toAdditionalData(cell));
  const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return `v1:${key.id}:${Buffer.concat(parts).toString('base64')}`;
}

/** @throws DecryptionError unless the value was encrypted with this key for this place */
export function decryptText(key: DataKey, stored: string, cell: CellAddress): string {
  const bytes = Buffer.from(ENCRYPTED.exec(stored)?.[2] ?? '', 'base64');
  try {
    const decipher = createDecipheriv(ALGORITHM, key.columns, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(toAdditionalData(cell))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch (error) {
    throw new DecryptionError(`The value in ${cell.table}.${cell.column} of ${cell.id} cannot be decrypted.`, {
      cause: error,
    });
  }
}
