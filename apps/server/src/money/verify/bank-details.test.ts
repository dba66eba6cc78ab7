import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tamper, verifyIntegrity } from '../../testing/integrity.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { bankDetails } from './bank-details.ts';

const ID = '65f200000000000000000001';
let test: TestApplication;

beforeAll(async () => {
  test = await createTestApplication();
  const headers = await serviceKeyHeader(test.database, 'payouts');
  const payout = {
    ...{ _id: ID, mechanicId: '65f300000000000000000001', amount: 10, transactionId: 'SOURCE1' },
    ...{ paymentMethod: 'online', payoutDate: '2026-03-01T10:00:00Z' },
  };
  expect((await test.call('POST', '/ingest/payouts', { headers, body: [payout] })).status).toBe(200);
});
afterAll(() => test.drop());

const issues = async () => (await verifyIntegrity(test.database, [bankDetails])).issues;

describe('[OWN-05] the integrity check of payouts', () => {
  it.each([
    ['method', "'cash'"],
    ['method', 'NULL'],
    ['paid_at', "'2026-03-02'"],
    ['transaction_id', "'SOURCE2'"],
  ])('reports an imported payout whose %s is %s by SQL', async (column, value) => {
    const { rows } = await test.database.pool.query(`SELECT ${column} AS value FROM payouts`);
    await tamper(test.database, `UPDATE payouts SET ${column} = ${value}`);
    expect(await issues()).toEqual([
      `date, method and transaction id of payout ${ID} differ from what the source states`,
    ]);
    await test.database.pool.query(`UPDATE payouts SET ${column} = $1`, [rows[0].value]);
    expect(await issues()).toEqual([]);
  });
});
