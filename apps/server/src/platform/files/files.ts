import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import { dataDirectoryAt } from '../../data-directory.ts';
import { LONGEST_SESSION_HOURS, type Settings } from '../../settings.ts';
import { StartError } from '../../start-error.ts';
import type { DataKeys } from '../crypto/data-keys.ts';
import type { Database } from '../db/database.ts';
import { defineStatement, sampleOf } from '../db/statement.ts';
import { imageAddressOf } from './image-reference.ts';
import { diskStore, type ImageStore } from './image-store.ts';
import { objectStore } from './object-store.ts';

const STEP_SECONDS = 300;
/** FILE-03: 15 minutes at most. Links made within the same five minutes are equal, so that a list that is read again loads no image anew. */
const LIFE_SECONDS = 3 * STEP_SECONDS;

/** Turns the reference of a document into a link for a few minutes; any other value stays. */
export type ReadableLink = (stored: string | null) => string | null;

/** The session of a link, by the hash of its token. */
export interface LinkSession {
  readonly tokenHash: Buffer;
}

/** The key that signs links, derived from the data key with this id (PRIV-02). */
export interface LinkKey {
  readonly id: string;
  readonly key: Buffer;
}

/** The query of a signed link, as a request has it. */
export interface LinkQuery {
  readonly expires?: unknown;
  /** The session with which it ends. */
  readonly session?: unknown;
  /** The id of the data key. */
  readonly key?: unknown;
  readonly signature?: unknown;
}

const linkQuery = z.object({
  expires: z.string().regex(/^\d{1,12}$/),
  session: z.string().regex(/^[0-9a-f]{24}$/),
  key: z.string().regex(/^[0-9a-f]{16}$/),
  signature: z.string(),
});

/** The id of a session in the table, with which nobody can sign in. */
export const sessionIdOf = ({ tokenHash }: LinkSession): string =>
  createHash('sha256').update(tokenHash).digest('hex').slice(0, 24);

const signatureOf = (key: Buffer, reference: string, expires: string, session: string): Buffer =>
  createHmac('sha256', key).update(['document', reference, expires, session].join(' ')).digest();

/** Makes the links of one answer for the session that reads it. */
export function readableLinks({ id, key }: LinkKey, now: Date, reader: LinkSession): ReadableLink {
  const session = sessionIdOf(reader);
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  const expires = String(step * STEP_SECONDS + LIFE_SECONDS);
  return (stored) => {
    if (stored === null || imageAddressOf(stored)?.purpose !== 'document') return stored;
    const signature = signatureOf(key, stored, expires, session).toString('base64url');
    return `${stored}?expires=${expires}&session=${session}&key=${id}&signature=${signature}`;
  };
}

// A link that a former data key has signed opens nothing: anyone who knows that key could have made it.
const IS_LINK_OPEN = defineStatement({
  name: 'is-link-open',
  text: `SELECT EXISTS (SELECT FROM sessions AS s JOIN admins AS a ON a.id = s.admin_id
      WHERE s.id = $1 AND s.expires_at > $2 AND a.suspended_at IS NULL
        AND s.created_at > $2::timestamptz - interval '${LONGEST_SESSION_HOURS} hours')
    AND EXISTS (SELECT FROM business_settings WHERE name = 'data_key' AND value = $3) AS "isOpen"`,
  row: z.object({ isOpen: z.boolean() }),
  example: [sampleOf('sessions'), new Date(0), '0'.repeat(16)],
});

export interface OpenedLink {
  readonly reference: string;
  readonly query: LinkQuery;
  /** The session of the person who opens it, where the request names one. */
  readonly reader: LinkSession | null;
  readonly now: Date;
}

/**
 * Whether a link opens its document: it is signed for these minutes by a key of the current data key, and its session
 * lives (PRIV-02). A request with the token of another session opens nothing.
 */
export async function isLinkOpen(
  { database, keys }: { readonly database: Database; readonly keys: DataKeys },
  { reference, query, reader, now }: OpenedLink,
): Promise<boolean> {
  const { data: link } = linkQuery.safeParse(query);
  if (link === undefined) return false;
  const seconds = Number(link.expires) - now.getTime() / 1000;
  if (seconds <= 0 || seconds > LIFE_SECONDS) return false;
  if (reader !== null && sessionIdOf(reader) !== link.session) return false;
  const key = await keys.derivedOf(link.key, 'links');
  if (key === null) return false;
  const given = Buffer.from(link.signature, 'base64url');
  const wanted = signatureOf(key, reference, link.expires, link.session);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false;
  const [found] = await database.rows(IS_LINK_OPEN, [link.session, now, link.key]);
  return found?.isOpen ?? false;
}

/** The stored images, as verbs use them. */
export interface Files {
  readonly store: ImageStore;
  /**
   * Makes the links of one answer (FILE-03): the reference of a document becomes a link that is signed for a few minutes
   * and ends with the reader's session (PRIV-02), any other value stays. Without a session nothing is signed.
   * @example const readable = await files.readableLinks(session); return { ...payment, screenshot: readable(payment.screenshot) };
   */
  readableLinks(session: LinkSession | null): Promise<ReadableLink>;
}

export interface FilesParts {
  readonly settings: Pick<Settings, 'objectStorage' | 'dataDir'>;
  readonly keys: DataKeys;
  readonly now: () => Date;
}

/** Opens the image store, which is not read before the first image. */
export function openFiles({ settings, keys, now }: FilesParts): Files {
  return {
    store: openImageStore(settings),
    readableLinks: async (session) =>
      session === null ? (stored) => stored : readableLinks(await keys.derived('links'), now(), session),
  };
}

/** The object storage that the settings name, else the data directory. */
export function openImageStore({ objectStorage, dataDir }: FilesParts['settings']): ImageStore {
  return objectStorage === null ? diskStore(dataDirectoryAt(dataDir).files) : objectStore(objectStorage);
}

/**
 * Checks at the start that the object storage accepts the settings. Without a connection it only logs a warning:
 * everything but images works, and the storage may come back.
 * @throws SettingsError when a setting is wrong (RUN-02)
 */
export async function checkImageStore(
  { objectStorage }: Pick<Settings, 'objectStorage'>,
  log: Logger,
): Promise<void> {
  if (objectStorage === null) return;
  try {
    await objectStore(objectStorage).check();
  } catch (error) {
    if (error instanceof StartError) throw error;
    log.warn({ err: error }, 'the object storage cannot be reached; images are away until it can');
  }
}
