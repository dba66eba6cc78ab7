import { REFUND_STATES } from '@wayside/contract/filter-values';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyIntegrity } from '../../../apps/server/src/testing/integrity.ts';
import { createTestApplication, type TestApplication } from '../../../apps/server/src/testing/test-application.ts';
import { addDemoRefunds } from './demo-refunds.ts';
import { fillWithDemo } from './fill-with-demo.ts';

const NOW = new Date('2026-03-14T11:20:00Z');

let test: TestApplication;
beforeAll(async () => {
  test = await createTestApplication({ now: NOW });
});
afterAll(() => test.drop());

it('[REFD-01, REFD-03, RUN-01] the demo contains refunds and disputes in all states, creates them once, and passes the integrity check', async () => {
  await test.signIn('owner');
  expect(await addDemoRefunds(test.database, NOW)).toBe(false);
  await fillWithDemo(test, { bookings: 2500, seed: 1, now: NOW });
  expect(await addDemoRefunds(test.database, NOW)).toBe(true);
  expect(await addDemoRefunds(test.database, NOW)).toBe(false);
  const { rows } = await test.database.pool.query('SELECT DISTINCT state FROM refunds ORDER BY state');
  const seen = rows.map(({ state }) => state);
  expect(seen).toEqual(REFUND_STATES.filter((state) => state !== 'linked').toSorted());
  const { issues } = await verifyIntegrity(test.database);
  // The running program draws the demo's pictures, so that their files are missing here.
  expect(issues.filter((issue) => !issue.includes('.webp'))).toEqual([]);
});
