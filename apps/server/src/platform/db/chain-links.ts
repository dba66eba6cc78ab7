import { createHash, createHmac } from 'node:crypto';
import type pg from 'pg';
import { defineStatement, rowsOf } from './statement.ts';

export const CHAINS = ['activity', 'ledger'] as const;
export type ChainName = (typeof CHAINS)[number];

/** The key of links. It exists only in the program's memory. */
export interface ChainKey {
  /** The data key from which this key is derived. */
  readonly id: string;
  readonly key: Buffer;
}

declare module 'pg' {
  interface ClientBase {
    /** Set by `connectDatabase`. */
    chainKey?: () => ChainKey;
  }
}

export interface ChainLink {
  readonly chain: ChainName;
  /** The length of the chain including this link. */
  readonly entries: number;
  readonly firstId: number;
  readonly lastId: number;
  readonly hash: Buffer;
}

const INSERT_LINK = defineStatement({
  name: 'insert-chain-link',
  text: `INSERT INTO chain_links (chain, entries, first_id, last_id, hash, key_id, mac) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  example: ['activity', 1_000_000_000, 1, 1, Buffer.alloc(32), 'key', Buffer.alloc(32)],
});

/** Computes the HMAC of a link, which cannot be forged without the key. */
export function macOf({ id, key }: ChainKey, { chain, entries, firstId, lastId, hash }: ChainLink): Buffer {
  const text = ['wayside chain', chain, entries, firstId, lastId, id, hash.toString('hex')].join('\n');
  return createHmac('sha256', key).update(text).digest();
}

/** Computes the hash of a ledger link. @param before the previous link's hash; null for the first link */
export function ledgerHash(before: Buffer | null, digest: Buffer): Buffer {
  return createHash('sha256')
    .update(before ?? Buffer.alloc(0))
    .update(digest)
    .digest();
}

/**
 * Adds a link for the entries that the transaction has appended. @param client holds the lock of the chain's only
 * writer
 */
export async function appendLink(client: pg.ClientBase, link: ChainLink): Promise<void> {
  const key = client.chainKey?.();
  if (key === undefined) throw new Error('this connection has no key for the chains');
  const { chain, entries, firstId, lastId, hash } = link;
  await rowsOf(client, INSERT_LINK, [chain, entries, firstId, lastId, hash, key.id, macOf(key, link)]);
}
