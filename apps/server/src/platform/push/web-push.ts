import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';
import { z } from 'zod';
import type { DataKeys } from '../crypto/data-keys.ts';
import type { Database } from '../db/database.ts';
import { defineStatement, rowsOf } from '../db/statement.ts';

/** A browser's push subscription; its keys are base64url. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The key pair of this installation (RFC 8292). */
export interface VapidKeys {
  /** The P-256 point as base64url. */
  readonly publicKey: string;
  /** The P-256 scalar as base64url. */
  readonly privateKey: string;
}

const CURVE = 'prime256v1';
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const CEK_BYTES = 16;
const NONCE_BYTES = 12;
/** A message is one record of at most 4,096 bytes. */
const RECORD_BYTES = 4096;
/** The delimiter that ends the last record. */
const LAST_RECORD = 2;

const bytesOf = (base64url: string): Buffer => Buffer.from(base64url, 'base64url');
const derive = (secret: Uint8Array, salt: Uint8Array, info: string | Uint8Array, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** Creates a key pair on P-256. */
export function newVapidKeys(): VapidKeys {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  const scalar = Buffer.alloc(KEY_BYTES);
  const generated = pair.getPrivateKey();
  generated.copy(scalar, KEY_BYTES - generated.length);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: scalar.toString('base64url') };
}

interface Ephemeral {
  readonly salt: Uint8Array;
  readonly senderKey: Uint8Array | null;
}

/**
 * Encrypts a message as aes128gcm (RFC 8188, RFC 8291).
 * @param ephemeral set only for the RFC's example
 * @throws for an invalid key
 */
export function encryptMessage(
  message: string,
  { p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>,
  { salt, senderKey }: Ephemeral = { salt: randomBytes(SALT_BYTES), senderKey: null },
): Buffer {
  const sender = createECDH(CURVE);
  if (senderKey === null) sender.generateKeys();
  else sender.setPrivateKey(senderKey);
  const [senderPoint, browserPoint] = [sender.getPublicKey(), bytesOf(p256dh)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserPoint, senderPoint]);
  const secret = derive(sender.computeSecret(browserPoint), bytesOf(auth), info, KEY_BYTES);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', CEK_BYTES);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', NONCE_BYTES);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const plain = Buffer.concat([Buffer.from(message), Buffer.from([LAST_RECORD])]);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const recordSize = Buffer.alloc(4);
  recordSize.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, recordSize, Buffer.from([senderPoint.length]), senderPoint, sealed]);
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** RFC 8292 allows at most a day. */
const TOKEN_SECONDS = 12 * 3600;

/** Returns the header that identifies the sender (RFC 8292). @param subject an address of the operator */
export function vapidHeader(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, subject, now }: { readonly endpoint: string; readonly subject: string; readonly now: Date },
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + TOKEN_SECONDS,
    sub: subject,
  };
  const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
  const point = bytesOf(publicKey);
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey,
      x: point.subarray(1, 1 + KEY_BYTES).toString('base64url'),
      y: point.subarray(1 + KEY_BYTES).toString('base64url'),
    },
  });
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

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
 * Returns the VAPID keys, which are created at first use. A change of the data key does not change them, because
 * subscriptions depend on them (DESK-05).
 */
export async function vapidKeys(database: Database, keys: DataKeys): Promise<VapidKeys> {
  const found = await readKeys(database, keys);
  if (found) return found;
  const made = newVapidKeys();
  await database.transaction(async (client) => {
    await rowsOf(client, STORE, [made.publicKey, await keys.encrypt(client, made.privateKey, PLACE)]);
  });
  // Another node may have created the keys first.
  const stored = await readKeys(database, keys);
  if (!stored) throw new Error('the push keys were not stored');
  return stored;
}

async function readKeys(database: Database, keys: DataKeys): Promise<VapidKeys | null> {
  const [row] = await database.rows(READ, []);
  return row ? { publicKey: row.publicKey, privateKey: await keys.decrypt(row.privateKey, PLACE) } : null;
}
