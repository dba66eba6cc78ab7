import { createHmac } from 'node:crypto';
import { and, asc, eq, getTableName, gt, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import type { DataKeys } from '../../platform/crypto/data-keys.ts';
import { encryptedColumnsOf } from '../../platform/crypto/encrypted-columns.ts';
import { DecryptionError } from '../../platform/crypto/encrypted-text.ts';
import { ignoreUnreadable, readStored } from '../../platform/crypto/reencrypt.ts';
import type { Database } from '../../platform/db/database.ts';
import { orm } from '../../platform/db/orm.ts';
import { claimNextSql, runQueue } from '../../platform/db/queue.ts';
import { businessSettings } from '../../platform/db/schema/configuration.ts';
import { files as filesTable } from '../../platform/db/schema/files.ts';
import { documentCopies } from '../../platform/db/schema/sync.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { removeImage } from '../../platform/files/remove-images.ts';
import { renderImage } from '../../platform/files/render-image.ts';
import { storeImage } from '../../platform/files/store-image.ts';
import { nextAttemptAt } from '../../platform/webhooks/post-event.ts';
import { FetchError, type FetchOptions, fetchDocument } from './fetch-document.ts';
import { DOCUMENT_FIELDS, type DocumentField, isOnListedHost } from './queue-copies.ts';

const claimedRow = z.object({
  field: z.enum(Object.keys(DOCUMENT_FIELDS) as DocumentField[]),
  id: z.string(),
  attempts: z.number(),
  leaseEndsAt: z.date(),
});

export type ClaimedCopy = z.infer<typeof claimedRow>;

/** After this time, the claim of a node that died is released. Fetching, decoding and storing have shorter limits. */
const LEASE_MS = 180_000;

const CLAIM = defineStatement({
  name: 'claim-document-copy',
  text: claimNextSql(
    {
      table: 'document_copies',
      key: 'field, id',
      due: "state = 'waiting' AND next_attempt_at <= $1",
      order: 'next_attempt_at',
    },
    'next_attempt_at = $2',
    'SELECT field, id, attempts, next_attempt_at AS "leaseEndsAt" FROM claimed',
  ),
  row: claimedRow,
  example: [new Date('2099-01-01'), new Date('2099-01-01')],
});

/** Claims the next due document, so that no other node copies it too. Leaves no transaction open. */
export async function claimCopy(database: Database, now: Date): Promise<ClaimedCopy | undefined> {
  const [claimed] = await database.rows(CLAIM, [now, new Date(now.getTime() + LEASE_MS)]);
  return claimed;
}

/**
 * Returns the address of a document as its source wrote it. The address of an Aadhaar card is stored encrypted
 * (PRIV-01). @throws DecryptionError
 */
export async function decryptAddress(
  keys: DataKeys,
  field: DocumentField,
  { id, stored }: { readonly id: string; readonly stored: string },
): Promise<string> {
  const table = getTableName(DOCUMENT_FIELDS[field].table);
  if (!encryptedColumnsOf(table).includes(field)) return stored;
  return await readStored(keys, stored, { table, id, column: field });
}

export interface CopyContext extends Pick<AppContext, 'database' | 'keys' | 'files' | 'log' | 'now'> {
  /** The hosts from which documents are copied (DOCUMENT_HOSTS). */
  readonly hosts: readonly string[];
}

/** Matches the claimed row unless its address has changed or another node has claimed it since then. */
const isStillClaimed = ({ field, id, leaseEndsAt }: ClaimedCopy) =>
  and(
    eq(documentCopies.field, field),
    eq(documentCopies.id, id),
    eq(documentCopies.state, 'waiting'),
    eq(documentCopies.nextAttemptAt, leaseEndsAt),
  );

/**
 * Copies one document into private storage (FILE-04), or records why it failed and when to retry. An address that was
 * already copied is not fetched again.
 */
export async function copyDocument(
  context: CopyContext,
  claimed: ClaimedCopy,
  options: FetchOptions,
): Promise<void> {
  const { database, hosts } = context;
  try {
    const address = await readAddress(context, claimed);
    if (address === null || !isOnListedHost(address, hosts)) {
      await database.orm.delete(documentCopies).where(isStillClaimed(claimed));
      return;
    }
    const addressHash = await hashAddress(context, claimed, address);
    if (await shareCopy(context, claimed, addressHash)) return;
    const image = await renderImage(await fetchDocument(address, options));
    const copiedImage = await storeImage(context, { image, purpose: 'document', uploadedBy: null });
    const recorded = await database.orm
      .update(documentCopies)
      .set({ state: 'copied', copiedImage, addressHash, nextAttemptAt: null, reason: null })
      .where(isStillClaimed(claimed))
      .returning({ id: documentCopies.id });
    // The address has changed since then, or the person was erased.
    if (recorded.length === 0) await removeImage(context, copiedImage);
  } catch (error) {
    if (options.signal.aborted) return;
    await recordFailure(context, claimed, error);
  }
}

async function readAddress({ database, keys }: CopyContext, { field, id }: ClaimedCopy): Promise<string | null> {
  const { table, column } = DOCUMENT_FIELDS[field];
  const [record] = await database.orm.select({ stored: column }).from(table).where(eq(table.id, id));
  const stored = record?.stored ?? null;
  return stored === null ? null : await decryptAddress(keys, field, { id, stored });
}

async function hashAddress({ keys }: CopyContext, { field }: ClaimedCopy, address: string): Promise<Buffer> {
  const { key } = await keys.deriveKey('fingerprints');
  return createHmac('sha256', key).update(`document ${field} ${address}`).digest();
}

/** Uses the copy of another record with the same address. The sweep cannot remove it in the meantime. */
function shareCopy({ database }: CopyContext, claimed: ClaimedCopy, addressHash: Buffer): Promise<boolean> {
  return database.transaction(async (client) => {
    const [other] = await orm(client)
      .select({ copiedImage: documentCopies.copiedImage })
      .from(documentCopies)
      .where(and(eq(documentCopies.addressHash, addressHash), isNotNull(documentCopies.copiedImage)))
      .limit(1);
    if (!other?.copiedImage) return false;
    const stored = await orm(client)
      .select({ reference: filesTable.reference })
      .from(filesTable)
      .where(eq(filesTable.reference, other.copiedImage))
      .for('key share');
    if (stored.length === 0) return false;
    await orm(client)
      .update(documentCopies)
      .set({ state: 'copied', copiedImage: other.copiedImage, addressHash, nextAttemptAt: null, reason: null })
      .where(isStillClaimed(claimed));
    return true;
  });
}

async function recordFailure({ database, log, now }: CopyContext, claimed: ClaimedCopy, error: unknown) {
  const isKnown = error instanceof FetchError || error instanceof ApiError || error instanceof DecryptionError;
  if (!isKnown) log.warn({ err: error }, 'a document could not be copied');
  const reason = isKnown ? error.message : 'It could not be stored.';
  const attempts = claimed.attempts + 1;
  const next = nextAttemptAt(attempts, now());
  await database.orm
    .update(documentCopies)
    .set({ attempts, reason, nextAttemptAt: next, state: next === null ? 'failed' : 'waiting' })
    .where(isStillClaimed(claimed));
  const { field, id } = claimed;
  if (next === null) log.warn({ field, id, reason }, 'a document could not be copied; giving up');
  else log.info({ field, id, reason, attempts }, 'a document could not be copied; retrying');
}

const KEY = 'document_hosts';
const PAGE = 1000;

interface QueueInput {
  readonly hosts: readonly string[];
  readonly now: Date;
}

/**
 * Queues the documents of records that were written before their host was listed (FILE-04). Runs once per change of
 * the setting.
 */
async function queueListedDocuments(database: Database, keys: DataKeys, { hosts, now }: QueueInput): Promise<void> {
  const { orm } = database;
  const value = hosts.toSorted().join(',');
  const [done] = await orm
    .select({ value: businessSettings.value })
    .from(businessSettings)
    .where(eq(businessSettings.name, KEY));
  if (done?.value === value) return;
  for (const field of Object.keys(DOCUMENT_FIELDS) as DocumentField[])
    await queueField(database, keys, field, { hosts, now });
  await orm
    .insert(businessSettings)
    .values({ name: KEY, value })
    .onConflictDoUpdate({ target: businessSettings.name, set: { value } });
}

async function queueField({ orm }: Database, keys: DataKeys, field: DocumentField, { hosts, now }: QueueInput) {
  const { table, column } = DOCUMENT_FIELDS[field];
  for (let after = ''; ; ) {
    const rows = await orm
      .select({ id: table.id, stored: column })
      .from(table)
      .where(and(gt(table.id, after), isNotNull(column)))
      .orderBy(asc(table.id))
      .limit(PAGE);
    const listed: { readonly id: string }[] = [];
    for (const { id, stored } of rows) {
      const address =
        stored === null ? null : await decryptAddress(keys, field, { id, stored }).catch(ignoreUnreadable);
      if (address !== null && isOnListedHost(address, hosts)) listed.push({ id });
    }
    if (listed.length > 0)
      await orm
        .insert(documentCopies)
        .values(listed.map(({ id }) => ({ field, id, nextAttemptAt: now })))
        .onConflictDoNothing();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

const POLL_MS = 2_000;
/** The number of documents that a node copies concurrently. Only one is decoded at a time. */
const MAX_CONCURRENT_COPIES = 3;

export interface CopyParts extends CopyContext, Omit<FetchOptions, 'signal'> {
  readonly pollMs?: number;
}

/**
 * Copies documents on any number of nodes until the returned function is called (FILE-04). Unfinished work is
 * repeated after its lease expires.
 */
export function copyDocuments(parts: CopyParts): () => Promise<void> {
  const { database, keys, hosts, log, now, pollMs = POLL_MS } = parts;
  let isQueued = false;
  return runQueue({
    log,
    failure: 'documents could not be copied',
    pollMs,
    workers: MAX_CONCURRENT_COPIES,
    prepare: async () => {
      if (!isQueued) await queueListedDocuments(database, keys, { hosts, now: now() });
      isQueued = true;
    },
    processNext: async (signal) => {
      const claimed = await claimCopy(database, now());
      if (!claimed) return false;
      await copyDocument(parts, claimed, { ...parts, signal });
      return true;
    },
  });
}
