import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { businessSettings } from '../db/schema/business-settings.ts';
import { defineStatement, sampleOf } from '../db/statement.ts';
import { imageAddressOf } from './image-reference.ts';

const STEP_SECONDS = 300;
/** FILE-03: 15 minutes at most. Links made within the same five minutes are equal, so that a browser can cache. */
const LIFE_SECONDS = 3 * STEP_SECONDS;

/** Turns the reference of a document into a link for a few minutes; any other value stays. */
export type ReadableLink = (stored: string | null) => string | null;

/** The query of a signed link. */
export interface Signature {
  /** The session with which it ends (FILE-04); missing where it ends by its time alone. */
  readonly session?: unknown;
  readonly expires?: unknown;
  readonly signature?: unknown;
}

/** The session of a link, by the hash of its token. */
export interface LinkSession {
  readonly tokenHash: Buffer;
}

/** As the table names the session, under what nobody can sign in with. */
const sessionIdOf = ({ tokenHash }: LinkSession): string =>
  createHash('sha256').update(tokenHash).digest('hex').slice(0, 24);

const signatureOf = (key: Buffer, reference: string, expires: string, session: string | null): Buffer =>
  createHmac('sha256', key)
    .update(['document', reference, expires, ...(session === null ? [] : [session])].join(' '))
    .digest();

/** Makes the links of one answer, for one session where it is given. */
export function readableLinks(key: Buffer, now: Date, session: LinkSession | null): ReadableLink {
  const id = session && sessionIdOf(session);
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  const expires = String(step * STEP_SECONDS + LIFE_SECONDS);
  return (stored) => {
    if (stored === null || imageAddressOf(stored)?.purpose !== 'document') return stored;
    const signature = signatureOf(key, stored, expires, id).toString('base64url');
    return `${stored}?expires=${expires}${id === null ? '' : `&session=${id}`}&signature=${signature}`;
  };
}

/**
 * How long a link still works, in seconds; null when it has expired, its signature is wrong, or it is for longer than a
 * link may be.
 */
export function secondsLeft(
  key: Buffer,
  reference: string,
  { expires, signature, session = null }: Signature,
  now: Date,
): number | null {
  if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires)) return null;
  if (session !== null && typeof session !== 'string') return null;
  const given = Buffer.from(signature, 'base64url');
  const wanted = signatureOf(key, reference, expires, session);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const seconds = Number(expires) - Math.ceil(now.getTime() / 1000);
  return seconds > 0 && seconds <= LIFE_SECONDS ? seconds : null;
}

const IS_SESSION_OPEN = defineStatement({
  name: 'is-session-of-link-open',
  text: `SELECT EXISTS (SELECT FROM sessions AS s JOIN admins AS a ON a.id = s.admin_id
    WHERE s.id = $1 AND s.expires_at > $2 AND a.suspended_at IS NULL) AS "isOpen"`,
  row: z.object({ isOpen: z.boolean() }),
  example: [sampleOf('sessions'), new Date(0)],
});

/** Whether the session of a link has not ended; true for a link without one. */
export async function hasOpenSession(database: Database, { session }: Signature, now: Date): Promise<boolean> {
  if (session === undefined) return true;
  const [found] = await database.rows(IS_SESSION_OPEN, [session, now]);
  return found?.isOpen ?? false;
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
