import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { DataKeys } from '../../platform/crypto/data-keys.ts';
import { ignoreUnreadable } from '../../platform/crypto/reencrypt.ts';
import type { Database } from '../../platform/db/database.ts';
import { runQueue } from '../../platform/db/queue.ts';
import { businessSettings } from '../../platform/db/schema/configuration.ts';
import { documentCopies } from '../../platform/db/schema/sync.ts';
import { claimCopy } from './claim-copy.ts';
import { type CopyContext, copyDocument } from './copy-document.ts';
import { decryptAddress } from './decrypt-address.ts';
import { DOCUMENT_FIELDS, type DocumentField, isOnListedHost } from './document-fields.ts';
import type { FetchOptions } from './fetch-document.ts';

const KEY = 'document_hosts';
const PAGE = 1000;

interface QueueInput {
  /** DOCUMENT_HOSTS. */
  readonly hosts: readonly string[];
  readonly now: Date;
}

/**
 * Queues the documents that records named before their host was listed (FILE-04): once for each change of the setting.
 * Several nodes may do so at once.
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
/** Documents that one node copies at the same time. One is decoded at a time. */
const COPIERS = 3;

export interface CopyParts extends CopyContext, Omit<FetchOptions, 'signal'> {
  readonly pollMs?: number;
}

/**
 * Copies documents until the returned function is called, on any number of nodes (FILE-04). What a node leaves unfinished is
 * copied again after its lease.
 */
export function copyDocuments(parts: CopyParts): () => Promise<void> {
  const { database, keys, hosts, log, now, pollMs = POLL_MS } = parts;
  let isQueued = false;
  return runQueue({
    log,
    failure: 'documents could not be copied',
    pollMs,
    workers: COPIERS,
    prepare: async () => {
      if (!isQueued) await queueListedDocuments(database, keys, { hosts, now: now() });
      isQueued = true;
    },
    workOnNext: async (signal) => {
      const claimed = await claimCopy(database, now());
      if (!claimed) return false;
      await copyDocument(parts, claimed, { ...parts, signal });
      return true;
    },
  });
}
