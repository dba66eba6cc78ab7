import { expect, it } from 'vitest';
import { testId } from '../../testing/import-database.ts';
import { signedInApplication } from '../../testing/signed-in-application.ts';
import { removeOldPositions } from './list-nearest.ts';

const test = signedInApplication();

it('[ROAD-04] deletes a position after one day', async () => {
  const { pool } = test.database;
  await pool.query("INSERT INTO mechanics (id, name) VALUES ($1, 'Ravi'), ($2, 'Sita')", [testId(1), testId(2)]);
  await pool.query(
    `INSERT INTO mechanic_positions (mechanic_id, latitude, longitude, at)
     VALUES ($1, 18.52, 73.86, now() - interval '23 hours 59 minutes'), ($2, 18.52, 73.86, now() - interval '24 hours 1 second')`,
    [testId(1), testId(2)],
  );
  await removeOldPositions(test.database);
  const { rows } = await pool.query('SELECT mechanic_id AS id FROM mechanic_positions');
  expect(rows).toEqual([{ id: testId(1) }]);
});
