import { beforeEach, describe, expect, it } from 'vitest';
import { fileApplication } from '../../testing/file-application.ts';

const test = fileApplication();

const IRFAN = '65f000000000000000000031';
const BOOKING = '65f0000000000000000000b3';
const PERSONAL = [
  'Irfan',
  'irfan@',
  '9876543210',
  'IRF1',
  'Irfan Motors',
  'Near the station',
  '19.0712345',
  '72.8712345',
  'State Bank',
  '5012345678901',
  'SBIN0009',
  'irfan@upi',
  'face.png',
  'aadhaar.png',
  'shop.png',
  'truck',
];

beforeEach(async () => {
  const { pool } = test.database;
  await pool.query('TRUNCATE mechanics, imported_records, notifications CASCADE');
  await pool.query(
    `INSERT INTO mechanics (id, name, email, phone, status, wallet_paise, referral_code, vehicle_types, shop_name, shop_per_hour_paise,
       shop_experience_years, shop_description, shop_latitude, shop_longitude, bank_account_holder, bank_name, bank_account_number,
       bank_ifsc_code, bank_upi_id, bank_preferred_method, profile_photo, aadhaar_card, shop_photo)
     VALUES ($1, 'Irfan Khan', 'irfan@example.in', '9876543210', 'pending', 0, 'IRF1', '{truck}', 'Irfan Motors', 20000,
       12, 'Near the station', 19.0712345, 72.8712345, 'Irfan Khan', 'State Bank', '5012345678901',
       'SBIN0009', 'irfan@upi', 'upi', 'https://example.in/face.png', 'https://example.in/aadhaar.png', 'https://example.in/shop.png')`,
    [IRFAN],
  );
  await pool.query(
    `INSERT INTO bookings (id, mechanic_id, total_paise, latitude, longitude, created_at) VALUES ($1, $2, 50000, 12.5, 77.5, now())`,
    [BOOKING, IRFAN],
  );
  await pool.query(
    `INSERT INTO notifications (id, message, type, mechanic_id) VALUES ('65f0000000000000000000d3', 'Dear Irfan', 'mechanic', $1)`,
    [IRFAN],
  );
});

const erase = () => test.send('DELETE', `/mechanic/deletemechnic/${IRFAN}`);
const everything = async (): Promise<string> => {
  const { rows } = await test.database.pool.query<{ everything: string }>(
    `SELECT string_agg(t::text, ' ') AS everything FROM (
       SELECT m::text FROM mechanics m UNION ALL SELECT b::text FROM bookings b UNION ALL SELECT n::text FROM notifications n
       UNION ALL SELECT a::text FROM activity a WHERE entity_id = $1) AS t`,
    [IRFAN],
  );
  return rows[0]?.everything ?? '';
};

describe('the deletion of a mechanic', () => {
  it('[MECH-13, USER-06] erases personal data, also from the activity log, regardless of the status', async () => {
    const reject = { id: IRFAN, status: 'rejected', remarks: 'The face.png of Irfan is not him' };
    await test.send('PATCH', '/mechanic/checkapplication', reject);
    const before = await everything();
    for (const word of PERSONAL) expect(before).toContain(word);
    expect((await erase()).body).toEqual({ status: true });
    const after = await everything();
    for (const word of PERSONAL) expect(after).not.toContain(word);
  });

  it('[MECH-13, USER-06] keeps the status, the wallet and the bookings, which show the mechanic as N/A', async () => {
    await erase();
    const { rows } = await test.sql('SELECT * FROM mechanics WHERE id = $1', [IRFAN]);
    const left = Object.entries(rows[0]).filter(([, value]) => value !== null && value !== false);
    expect(Object.fromEntries(left)).toEqual({
      id: IRFAN,
      record_state: 'erased',
      status: 'pending',
      wallet_paise: 0,
      vehicle_types: [],
      listed_at: expect.anything(),
      // The time at which the bank details last changed is not personal data (PAYO-05).
      bank_changed_at: expect.anything(),
    });
    const { body } = await test.get('/booking/admin/booking');
    expect(body.data[0]).toMatchObject({
      _id: BOOKING,
      mechanicid: { _id: IRFAN, name: null, phone_number: null },
      payment_details: { totalamount: 500 },
    });
    // The location belongs to the customer.
    expect(body.data[0].userLocation).not.toBeNull();
  });

  it('[MECH-13] records the names of the erased fields without their values', async () => {
    await erase();
    const [entry] = await test.activity({ entity: 'mechanic', id: IRFAN });
    expect(entry).toMatchObject({ action: 'deleted', entityName: null });
    expect(entry.changes).toContainEqual({ field: 'bankAccountNumber', before: null, after: null });
  });

  it('[MECH-13] makes every other call for the mechanic return 404', async () => {
    await erase();
    expect((await test.get('/mechanic/allmechnic')).body.totalUsers).toBe(0);
    for (const path of ['', '/bank-account', '/documents/aadhaar'])
      expect((await test.get(`/admin/mechanics/${IRFAN}${path}`)).status).toBe(404);
    const body = { id: IRFAN, status: 'approve' };
    expect((await test.send('PATCH', '/mechanic/checkapplication', body)).status).toBe(404);
    expect((await test.get(`/mechanic/toggle/expert/${IRFAN}`)).status).toBe(404);
  });

  it('[MECH-13] returns 404 when it is repeated, also concurrently', async () => {
    const both = await Promise.all([erase(), erase()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});
