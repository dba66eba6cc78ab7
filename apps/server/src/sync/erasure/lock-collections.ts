import type pg from 'pg';
import { lockLedger } from '../../money/ledger/post-entries.ts';
import { collectionLock } from '../../platform/db/advisory-locks.ts';
import { orderedCollections } from '../../records/collections.ts';
import type { RecordDefinition } from '../../records/define-record.ts';

/** The collections whose records change when a person is deleted. */
const WITH_PEOPLE: Readonly<Record<string, readonly string[] | undefined>> = {
  users: ['bookings', 'payments', 'notifications'],
  mechanics: ['notifications'],
};

/**
 * Locks a collection, so that only this transaction writes its records for a source. Two versions of a record, or a
 * record and the erasure of its person, therefore keep their order. The ledger's lock must be taken after this one.
 * @param isDeleting whether the transaction deletes records or erases people; if other collections change as well, it
 *   then also takes the ledger's lock
 */
export async function lockCollections(
  client: pg.ClientBase,
  { collection, posts }: Pick<RecordDefinition, 'collection' | 'posts'>,
  isDeleting: boolean,
): Promise<void> {
  const others = isDeleting ? WITH_PEOPLE[collection] : undefined;
  const wanted = [collection, ...(others ?? [])];
  // Locks in a fixed order, so that two writers cannot deadlock.
  const numbers = orderedCollections.flatMap((each, index) => (wanted.includes(each.collection) ? [index] : []));
  await client.query('SELECT pg_advisory_xact_lock($1, number) FROM unnest($2::int[]) AS given (number)', [
    collectionLock,
    numbers,
  ]);
  if (posts || others) await lockLedger(client);
}
