import { randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const KEY = /^wsk_[A-Za-z0-9_-]{43}$/;
/** `wsk_` and eight of the 43 characters, so that 208 of the 256 bits remain secret. */
const PREFIX_LENGTH = 12;

/**
 * Creates a service key of 256 random bits as base64url after the prefix `wsk_`, which scanners for leaked secrets
 * recognize (SYNC-06).
 */
export const newServiceKey = (): string => `wsk_${randomBytes(KEY_BYTES).toString('base64url')}`;

/** Returns the part of a key that lists show. */
export const prefixOf = (key: string): string => key.slice(0, PREFIX_LENGTH);

const BEARER = /^Bearer +(\S+) *$/i;

/** Returns the service key of an `Authorization` header; null if the header has none in the right format. */
export function bearerKey(header: string | undefined): string | null {
  const key = BEARER.exec(header ?? '')?.[1] ?? '';
  return KEY.test(key) ? key : null;
}
