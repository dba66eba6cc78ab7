import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import { dataDirectoryAt } from '../../data-directory.ts';
import { MAX_SESSION_HOURS, type Settings } from '../../settings.ts';
import { StartError } from '../../start-error.ts';
import type { DataKeys } from '../crypto/data-keys.ts';
import type { Database } from '../db/database.ts';
import { defineStatement, sampleOf } from '../db/statement.ts';
import { imageAddressOf } from './image-reference.ts';
import { createDiskStore, type ImageStore } from './image-store.ts';
import { createObjectStore } from './object-store.ts';

const STEP_SECONDS = 300;
/** At most 15 minutes (FILE-03). Links made within the same five minutes are equal, so browsers reuse loaded images. */
const LINK_TTL_SECONDS = 3 * STEP_SECONDS;

/** Adds a signature that is valid for a few minutes to a document reference; returns other values unchanged. */
export type ReadableLink = (stored: string | null) => string | null;

export interface LinkSession {
  readonly tokenHash: Buffer;
}

/** A key for links, derived from the data key with this id (PRIV-02). */
export interface LinkKey {
  readonly id: string;
  readonly key: Buffer;
}

export interface LinkQuery {
  readonly expires?: unknown;
  /** The link expires when this session ends. */
  readonly session?: unknown;
  readonly key?: unknown;
  readonly signature?: unknown;
}

const linkQuery = z.object({
  expires: z.string().regex(/^\d{1,12}$/),
  session: z.string().regex(/^[0-9a-f]{24}$/),
  key: z.string().regex(/^[0-9a-f]{16}$/),
  signature: z.string(),
});

/** Returns the session's id in its table, which cannot be used to sign in. */
export const sessionIdOf = ({ tokenHash }: LinkSession): string =>
  createHash('sha256').update(tokenHash).digest('hex').slice(0, 24);

const signatureOf = (key: Buffer, reference: string, expires: string, session: string): Buffer =>
  createHmac('sha256', key).update(['document', reference, expires, session].join(' ')).digest();

export function readableLinks({ id, key }: LinkKey, now: Date, reader: LinkSession): ReadableLink {
  const session = sessionIdOf(reader);
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  const expires = String(step * STEP_SECONDS + LINK_TTL_SECONDS);
  return (stored) => {
    if (stored === null || imageAddressOf(stored)?.purpose !== 'document') return stored;
    const signature = signatureOf(key, stored, expires, session).toString('base64url');
    return `${stored}?expires=${expires}&session=${session}&key=${id}&signature=${signature}`;
  };
}

// Rejects links of a former data key, because anyone with that key could forge links.
const CHECK_LINK_OPEN = defineStatement({
  name: 'is-link-open',
  text: `SELECT EXISTS (SELECT FROM sessions AS s JOIN admins AS a ON a.id = s.admin_id
      WHERE s.id = $1 AND s.expires_at > $2 AND a.suspended_at IS NULL
        AND s.created_at > $2::timestamptz - interval '${MAX_SESSION_HOURS} hours')
    AND EXISTS (SELECT FROM business_settings WHERE name = 'data_key' AND value = $3) AS "isOpen"`,
  row: z.object({ isOpen: z.boolean() }),
  example: [sampleOf('sessions'), new Date(0), '0'.repeat(16)],
});

export interface OpenedLink {
  readonly reference: string;
  readonly query: LinkQuery;
  /** The session of the user who opens the link, if the request has one. */
  readonly reader: LinkSession | null;
  readonly now: Date;
}

/**
 * Checks whether a link opens its document: it is signed by the current data key, has not expired, and its session is
 * active (PRIV-02). The token of another session is rejected.
 */
export async function isLinkOpen(
  { database, keys }: { readonly database: Database; readonly keys: DataKeys },
  { reference, query, reader, now }: OpenedLink,
): Promise<boolean> {
  const { data: link } = linkQuery.safeParse(query);
  if (link === undefined) return false;
  const seconds = Number(link.expires) - now.getTime() / 1000;
  if (seconds <= 0 || seconds > LINK_TTL_SECONDS) return false;
  if (reader !== null && sessionIdOf(reader) !== link.session) return false;
  const key = await keys.deriveKeyById(link.key, 'links');
  if (key === null) return false;
  const given = Buffer.from(link.signature, 'base64url');
  const wanted = signatureOf(key, reference, link.expires, link.session);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false;
  const [found] = await database.rows(CHECK_LINK_OPEN, [link.session, now, link.key]);
  return found?.isOpen ?? false;
}

export interface Files {
  readonly store: ImageStore;
  /**
   * Creates signed links for a reader's session (FILE-03, PRIV-02). Without a session, nothing is signed.
   * @example const readable = await files.readableLinks(session); return { ...payment, screenshot:
   *   readable(payment.screenshot) };
   */
  readableLinks(session: LinkSession | null): Promise<ReadableLink>;
}

export interface FilesParts {
  readonly settings: Pick<Settings, 'objectStorage' | 'dataDir'>;
  readonly keys: DataKeys;
  readonly now: () => Date;
}

export function openFiles({ settings, keys, now }: FilesParts): Files {
  return {
    store: openImageStore(settings),
    readableLinks: async (session) =>
      session === null ? (stored) => stored : readableLinks(await keys.deriveKey('links'), now(), session),
  };
}

/** Opens the configured object storage or, if there is none, the data directory. */
export function openImageStore({ objectStorage, dataDir }: FilesParts['settings']): ImageStore {
  return objectStorage === null
    ? createDiskStore(dataDirectoryAt(dataDir).files)
    : createObjectStore(objectStorage);
}

/**
 * Checks the object storage at start-up. If it cannot be reached, the server only logs a warning, because everything
 * except images works.
 * @throws SettingsError for a wrong setting (RUN-02)
 */
export async function checkImageStore(
  { objectStorage }: Pick<Settings, 'objectStorage'>,
  log: Logger,
): Promise<void> {
  if (objectStorage === null) return;
  try {
    await createObjectStore(objectStorage).check();
  } catch (error) {
    if (error instanceof StartError) throw error;
    log.warn({ err: error }, 'the object storage cannot be reached; images are unavailable until it can');
  }
}
