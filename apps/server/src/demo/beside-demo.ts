import type pg from 'pg';

/**
 * Makes room for the business's own configuration, of which there is one: the demo's goes when it is still in the way.
 * @param client inside of the transaction that writes the new one
 */
export async function removeDemoConfiguration(client: pg.ClientBase): Promise<void> {
  await client.query(
    `DELETE FROM configurations WHERE EXISTS (SELECT FROM business_facts WHERE name = 'demo')
       AND id NOT IN (SELECT id FROM imported_records WHERE collection = 'configs')`,
  );
}
