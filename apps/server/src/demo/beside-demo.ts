import type pg from 'pg';

/**
 * Makes room for the business's own configuration, of which there is one: the demo's goes when it is still in the way, and
 * its history with it, so that the business's own payments are charged what the business charges.
 * @param client inside of the transaction that writes the new one
 */
export async function removeDemoConfiguration(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `DELETE FROM configurations WHERE EXISTS (SELECT FROM business_settings WHERE name = 'demo')
       AND id NOT IN (SELECT id FROM imported_records WHERE collection = 'configs')`,
  );
  if (rowCount !== 0) await client.query('DELETE FROM configuration_versions');
}
