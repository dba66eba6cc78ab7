import type { ActivityEntity } from '@wayside/contract/activity';
import type pg from 'pg';

/** Customers and mechanics: the tables whose rows are people. */
export type PeopleTable = 'users' | 'mechanics';

/** How notifications and the activity log name them. */
const NOTIFIED: Readonly<Record<PeopleTable, string>> = { users: 'user_id', mechanics: 'mechanic_id' };
export const ENTITY_OF: Readonly<Record<PeopleTable, ActivityEntity>> = { users: 'user', mechanics: 'mechanic' };

/**
 * Removes what other tables hold of a person who is erased (USER-06): messages to them, what was noted about them, and
 * the hashes by which an import would recognise them. Bookings and money rows stay, and a record that was deleted here
 * does not come back (IMPO-02).
 * @param client inside of the transaction that erases the person's row
 */
export async function forgetPerson(client: pg.ClientBase, table: PeopleTable, id: string): Promise<void> {
  await client.query('UPDATE imported_records SET field_hashes = NULL WHERE collection = $1 AND id = $2', [
    table,
    id,
  ]);
  await client.query(
    `WITH gone AS (DELETE FROM notifications WHERE ${NOTIFIED[table]} = $1 RETURNING id)
     UPDATE imported_records SET field_hashes = NULL WHERE collection = 'notifications' AND id IN (SELECT id FROM gone)`,
    [id],
  );
  await client.query(
    'UPDATE activity SET note = NULL, note_salt = NULL WHERE entity = $1 AND entity_id = $2 AND note IS NOT NULL',
    [ENTITY_OF[table], id],
  );
  // Remarks about them, and messages to them; the events themselves stay in the feed.
  await client.query(
    `UPDATE events SET data = data - 'remarks' - 'message'
     WHERE data ?| '{remarks,message}' AND EXISTS (SELECT FROM jsonb_each_text(data) WHERE value = $1)`,
    [id],
  );
  // Where a customer was, and what they photographed, is theirs; the money rows are the business's.
  if (table === 'mechanics') return;
  await client.query('UPDATE bookings SET latitude = NULL, longitude = NULL WHERE customer_id = $1', [id]);
  await client.query('UPDATE payments SET screenshot = NULL WHERE customer_id = $1', [id]);
}
