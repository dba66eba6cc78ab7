import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillWithDemo } from '../../../../../packages/demo/src/fill-with-demo.ts';
import { importFiles } from '../../testing/import-run.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await fillWithDemo(test, { bookings: 100, now: new Date() });
});
afterAll(() => test.drop());

const own = { _id: 'c'.repeat(24), platform_fee: 30 };
const configurations = async () => (await test.database.pool.query('SELECT id FROM configurations')).rows;

describe('[IMPO-01] an import into a database with demo data', () => {
  it('changes nothing during a dry run', async () => {
    const before = await configurations();
    expect((await importFiles(test.database, { configs: [own] }, '--dry-run')).code).toBe(0);
    expect(await configurations()).toEqual(before);
  });

  it("replaces the demo's configuration once with the imported one, and warns about the other demo data", async () => {
    const first = await importFiles(test.database, { configs: [own] });
    expect(first.counts('configs')).toEqual([1, 1, 0, 0, 0]);
    expect(first.stdout).toContain('This database also contains demo data.');
    expect(await configurations()).toEqual([{ id: own._id }]);
    const other = await importFiles(test.database, { configs: [{ ...own, _id: 'd'.repeat(24) }] });
    expect(other.code).toBe(2);
    expect(await configurations()).toEqual([{ id: own._id }]);
  });
});
