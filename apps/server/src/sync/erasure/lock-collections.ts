import type pg from 'pg';
import { lockLedger } from '../../money/ledger/post-entries.ts';
import { collectionLock } from '../../platform/db/advisory-locks.ts';
import { orderedCollections } from '../../records/collections.ts';
import type { RecordDefinition } from '../../records/define-record.ts';

/** The collections whose records change with the deletion of a person. */
const WITH_PEOPLE: Readonly<Record<string, readonly string[] | undefined>> = {
  users: ['bookings', 'payments', 'notifications'],
  mechanics: ['notifications'],
};

/**
 * Makes the transaction the only one that writes records of the collection for a source, so that two versions of one record, or a record and the
 * erasure of its person, keep their order. The ledger's lock comes after it.
 * @param isDeleting whether it deletes records or erases people: then it also holds the ledger's lock, if other collections change
 */
export async function lockCollections(
  client: pg.ClientBase,
  { collection, posts }: Pick<RecordDefinition, 'collection' | 'posts'>,
  isDeleting: boolean,
): Promise<void> {
  const others = isDeleting ? WITH_PEOPLE[collection] : undefined;
  const wanted = [collection, ...(others ?? [])];
  // In a fixed order, so that two writers cannot deadlock.
  const numbers = orderedCollections.flatMap((each, index) => (wanted.includes(each.collection) ? [index] : []));
  await client.query('SELECT pg_advisory_xact_lock($1, number) FROM unnest($2::int[]) AS given (number)', [
    collectionLock,
    numbers,
  ]);
  if (posts || others) await lockLedger(client);
}
