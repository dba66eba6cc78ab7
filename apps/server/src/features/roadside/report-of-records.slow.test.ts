import { describe, expect, it } from 'vitest';
import { testId } from '../../testing/import-database.ts';
import { signedInApplication } from '../../testing/signed-in-application.ts';

const test = signedInApplication();
const [FIRST, SECOND] = [testId(1), testId(2)];
const DAY = '2026-03-10';

async function reportOf(day: string) {
  const { body } = await test.call('GET', '/admin/roadside/report', { query: { from: day, to: day } });
  const { emergencies, cancelled, notCome } = body.total;
  const notComing = body.notComing.map(({ mechanic }: { mechanic: { _id: string } }) => mechanic._id);
  return { emergencies, cancelled, notCome, notComing };
}

/** Stores an emergency and the changes that its source sends afterwards. */
async function emergency(number: number, ...changes: readonly string[]): Promise<void> {
  const { pool } = test.database;
  await pool.query(
    `INSERT INTO mechanics (id, name, status) SELECT unnest($1::text[]), 'Ravi', 'approved' ON CONFLICT DO NOTHING`,
    [[FIRST, SECOND]],
  );
  await pool.query(
    `INSERT INTO bookings (id, kind, status, created_at) VALUES ($1, 'emergency', 'pending', '${DAY}T04:30:00Z')`,
    [testId(number)],
  );
  for (const change of changes) await pool.query(`UPDATE bookings SET ${change} WHERE id = $1`, [testId(number)]);
}

describe('[ROAD-07] the roadside report', () => {
  it.each([
    ['arrived', "status = 'arrived'"],
    ['completed', "status = 'completed'"],
  ])('counts a mechanic who was replaced when the record became %s', async (_state, change) => {
    await emergency(100, `status = 'accepted', mechanic_id = '${FIRST}'`, `${change}, mechanic_id = '${SECOND}'`);
    expect(await reportOf(DAY)).toEqual({ emergencies: 1, cancelled: 0, notCome: 1, notComing: [FIRST] });
    await test.database.pool.query('DELETE FROM bookings');
  });

  it('does not count a mechanic who arrived, or a mechanic missing in the record that ends the emergency', async () => {
    await emergency(
      100,
      `status = 'accepted', mechanic_id = '${FIRST}'`,
      "status = 'completed', mechanic_id = NULL",
    );
    await emergency(101, `status = 'accepted', mechanic_id = '${FIRST}'`, "status = 'arrived'");
    expect(await reportOf(DAY)).toEqual({ emergencies: 2, cancelled: 0, notCome: 0, notComing: [] });
    await test.database.pool.query('DELETE FROM bookings');
  });

  it('[SYNC-03] follows the source when it corrects the time of an emergency, in any order of the records', async () => {
    await emergency(100, "created_at = '2026-03-12T04:30:00Z'", "status = 'cancelled'");
    await emergency(101, "status = 'cancelled'", "created_at = '2026-03-12T04:30:00Z'");
    expect([(await reportOf(DAY)).emergencies, (await reportOf('2026-03-12')).cancelled]).toEqual([0, 2]);
    await test.database.pool.query('DELETE FROM bookings');
  });

  it('does not count a cancelled booking that is no longer an emergency', async () => {
    await emergency(100, "kind = 'normal', status = 'cancelled'", "status = 'pending'");
    await emergency(101, "status = 'cancelled'", "kind = 'normal'");
    expect(await reportOf(DAY)).toMatchObject({ emergencies: 2, cancelled: 0 });
  });
});
