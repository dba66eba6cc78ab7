import { createHmac } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { ApiError } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { DecryptionError } from '../../platform/crypto/encrypted-text.ts';
import { orm } from '../../platform/db/orm.ts';
import { files as filesTable } from '../../platform/db/schema/files.ts';
import { documentCopies } from '../../platform/db/schema/sync.ts';
import { removeImage } from '../../platform/files/remove-images.ts';
import { renderImage } from '../../platform/files/render-image.ts';
import { storeImage } from '../../platform/files/store-image.ts';
import { nextAttemptAt } from '../../platform/webhooks/post-event.ts';
import type { ClaimedCopy } from './claim-copy.ts';
import { decryptAddress } from './decrypt-address.ts';
import { DOCUMENT_FIELDS, isOnListedHost } from './document-fields.ts';
import { FetchError, type FetchOptions, fetchDocument } from './fetch-document.ts';

export interface CopyContext extends Pick<AppContext, 'database' | 'keys' | 'files' | 'log' | 'now'> {
  /** The hosts that are copied from (DOCUMENT_HOSTS). */
  readonly hosts: readonly string[];
}

/** The claimed row, unless its address has changed or another node has taken it since. */
const stillOurs = ({ field, id, leaseEndsAt }: ClaimedCopy) =>
  and(
    eq(documentCopies.field, field),
    eq(documentCopies.id, id),
    eq(documentCopies.state, 'waiting'),
    eq(documentCopies.nextAttemptAt, leaseEndsAt),
  );

/**
 * Copies one document into private storage (FILE-04), or records why not and when it is tried again. One that is copied
 * already for the same kind of document is not fetched again.
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
      await database.orm.delete(documentCopies).where(stillOurs(claimed));
      return;
    }
    const addressHash = await hashAddress(context, claimed, address);
    if (await shareCopy(context, claimed, addressHash)) return;
    const image = await renderImage(await fetchDocument(address, options));
    const copiedImage = await storeImage(context, { image, purpose: 'document', uploadedBy: null });
    const recorded = await database.orm
      .update(documentCopies)
      .set({ state: 'copied', copiedImage, addressHash, nextAttemptAt: null, reason: null })
      .where(stillOurs(claimed))
      .returning({ id: documentCopies.id });
    // The address has changed in the meantime, or its person was erased.
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
  const { key } = await keys.derived('fingerprints');
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
      .where(stillOurs(claimed));
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
    .where(stillOurs(claimed));
  const { field, id } = claimed;
  if (next === null) log.warn({ field, id, reason }, 'a document is not copied after all attempts');
  else log.info({ field, id, reason, attempts }, 'a document was not copied; it is tried again');
}
