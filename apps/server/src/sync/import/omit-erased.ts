import type pg from 'pg';

/** What records must not hold of a customer or mechanic who is erased, also when they come later (USER-06, PRIV-06). */
const STATEMENTS: Readonly<Record<string, string | undefined>> = {
  bookings: `UPDATE bookings AS b SET latitude = NULL, longitude = NULL, problem = NULL FROM users AS u
    WHERE b.id = ANY ($1) AND u.id = b.customer_id AND u.record_state = 'erased' AND num_nonnulls(latitude, longitude, problem) > 0
    RETURNING b.id`,
  payments: `UPDATE payments AS p SET screenshot = NULL FROM users AS u
    WHERE p.id = ANY ($1) AND u.id = p.customer_id AND u.record_state = 'erased' AND screenshot IS NOT NULL RETURNING p.id`,
  notifications: `WITH gone AS (
      DELETE FROM notifications AS n WHERE n.id = ANY ($1) AND (
        EXISTS (SELECT FROM users AS u WHERE u.id = n.user_id AND u.record_state = 'erased')
        OR EXISTS (SELECT FROM mechanics AS m WHERE m.id = n.mechanic_id AND m.record_state = 'erased')) RETURNING id),
    forgotten AS (UPDATE imported_records SET field_hashes = NULL WHERE collection = 'notifications' AND id IN (SELECT id FROM gone))
    SELECT id FROM gone`,
};

/**
 * Takes out of the written records what belongs to people who are erased: so the order of a record and the deletion of
 * its customer does not matter.
 * @returns the ids of records that were removed altogether
 */
export async function omitErased(
  client: pg.ClientBase,
  collection: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const text = STATEMENTS[collection];
  if (text === undefined || ids.length === 0) return [];
  const { rows } = await client.query<{ id: string }>({ name: `omit-erased-${collection}`, text, values: [ids] });
  return collection === 'notifications' ? rows.map(({ id }) => id) : [];
}
