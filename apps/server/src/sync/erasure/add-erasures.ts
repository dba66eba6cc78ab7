import { ObjectId } from 'bson';
import type pg from 'pg';
import { ENTITY_OF, type PeopleTable } from '../../platform/db/erase-related-rows.ts';
import type { ERASURE_EVENTS } from '../../platform/db/schema/sync.ts';

/** What happened to a person. */
export type ErasureEvent = (typeof ERASURE_EVENTS)[number];

/**
 * Adds that people are erased, or were brought back by their source, in the transaction that does so (PRIV-06).
 * `rememberErasures` writes it outside of the database after the commit.
 * @param client has changed their rows, so that the events of one person are in their order
 */
export async function addErasures(
  client: pg.ClientBase,
  table: PeopleTable,
  event: ErasureEvent,
  people: readonly { readonly id: string; readonly version?: bigint | null }[],
): Promise<void> {
  if (people.length === 0) return;
  await client.query(
    `INSERT INTO erasures (id, kind, person_id, event, version)
     SELECT id, $1, person_id, $2, version FROM unnest($3::text[], $4::text[], $5::bigint[]) AS given (id, person_id, version)`,
    [
      ENTITY_OF[table],
      event,
      people.map(() => new ObjectId().toHexString()),
      people.map(({ id }) => id),
      people.map(({ version = null }) => version?.toString() ?? null),
    ],
  );
}
