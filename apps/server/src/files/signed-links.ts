import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { businessSettings } from '../db/schema/business-settings.ts';
import { imageAddressOf } from './image-reference.ts';

const STEP_SECONDS = 300;
/** FILE-03: 15 minutes at most. Links made within the same five minutes are equal, so that a browser can cache. */
const LIFE_SECONDS = 3 * STEP_SECONDS;

/** Turns the reference of a document into a link for a few minutes; any other value stays. */
export type ReadableLink = (stored: string | null) => string | null;

/** The query of a signed link. */
export interface Signature {
  readonly expires?: unknown;
  readonly signature?: unknown;
}

const signatureOf = (key: Buffer, reference: string, expires: string): Buffer =>
  createHmac('sha256', key).update(`document ${reference} ${expires}`).digest();

/** Makes the links of one answer. */
export function readableLinks(key: Buffer, now: Date): ReadableLink {
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  const expires = String(step * STEP_SECONDS + LIFE_SECONDS);
  return (stored) => {
    if (stored === null || imageAddressOf(stored)?.purpose !== 'document') return stored;
    return `${stored}?expires=${expires}&signature=${signatureOf(key, stored, expires).toString('base64url')}`;
  };
}

/**
 * How long a link still works, in seconds; null when it has expired, its signature is wrong, or it is for longer than a
 * link may be.
 */
export function secondsLeft(
  key: Buffer,
  reference: string,
  { expires, signature }: Signature,
  now: Date,
): number | null {
  if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires)) return null;
  const given = Buffer.from(signature, 'base64url');
  const wanted = signatureOf(key, reference, expires);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const seconds = Number(expires) - Math.ceil(now.getTime() / 1000);
  return seconds > 0 && seconds <= LIFE_SECONDS ? seconds : null;
}

const KEY_NAME = 'link_key';
const KEY_BYTES = 32;

/** Reads the key that signs links: created once, stored in the database, shared by all nodes. */
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

async function readLinkKey({ orm }: Database): Promise<Buffer> {
  const created = randomBytes(KEY_BYTES).toString('hex');
  await orm.insert(businessSettings).values({ name: KEY_NAME, value: created }).onConflictDoNothing();
  const [stored] = await orm
    .select({ value: businessSettings.value })
    .from(businessSettings)
    .where(eq(businessSettings.name, KEY_NAME));
  return Buffer.from(stored?.value ?? created, 'hex');
}
