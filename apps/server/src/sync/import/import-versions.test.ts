import { describe, expect, it } from 'vitest';
import { importDatabase, testId } from '../../testing/import-database.ts';
import { importFiles, readAllRows, recountCounters } from '../../testing/import-run.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';

const test = importDatabase();
const asha = { _id: testId(1), name: 'Asha', wallet_amount: 50, createdAt: '2024-01-05T10:00:00.000Z' };
const storedUser = async () => (await readAllRows(test.database))['users']?.[0];

describe('[SYNC-03, SYNC-04] an import with versions', () => {
  it('skips records older than the stored ones and counts them', async () => {
    await importFiles(test.database, { users: [{ ...asha, name: 'Asha Rao', _version: 2 }] });
    const result = await importFiles(test.database, { users: [{ ...asha, _version: 1 }] });
    expect([result.code, result.counts('users')]).toEqual([0, [1, 0, 0, 1, 0]]);
    expect(result.stdout).toContain('users: 1 record older than what is here, skipped');
    expect(await storedUser()).toMatchObject({ name: 'Asha Rao' });
  });

  it('[PRIV-06] deletes records that the source has deleted, retains the money owed, and counts them', async () => {
    await importFiles(test.database, { users: [{ ...asha, updatedAt: '2024-02-01T00:00:00Z' }] });
    const deletion = { _id: { $oid: testId(1) }, _deleted: true, updatedAt: { $date: '2024-03-01T00:00:00Z' } };
    const dry = await importFiles(test.database, { users: [deletion] }, '--dry-run');
    expect([dry.counts('users'), await storedUser()]).toMatchObject([[1, 0, 1, 0, 0], { name: 'Asha' }]);
    const result = await importFiles(test.database, { users: [deletion] });
    expect([result.code, result.counts('users')]).toEqual([0, [1, 0, 1, 0, 0]]);
    expect(result.stdout).toContain('users: 1 record deleted, as in the source');
    expect(await storedUser()).toMatchObject({
      ...{ record_state: 'erased', name: null, wallet_paise: 5000, payee_name: 'Asha' },
    });
    expect((await importFiles(test.database, { users: [deletion] })).counts('users')).toEqual([1, 0, 0, 1, 0]);
    expect((await verifyIntegrity(test.database)).issues).toEqual([]);
    const { kept, recounted } = await recountCounters(test.database);
    expect(kept).toEqual(recounted);
  });

  it('rejects an invalid version or deletion, with its reason', async () => {
    const { code, rejected } = await importFiles(test.database, {
      users: [
        { ...asha, _version: 2 ** 53 },
        { _id: testId(2), _deleted: true },
        { ...asha, _id: testId(3), updatedAt: 'soon' },
      ],
      bookings: [{ _id: testId(4), _deleted: true, _version: 1 }],
    });
    expect(code).toBe(2);
    expect(rejected?.map((rejection) => [rejection.id, rejection.reason])).toEqual([
      [testId(1), '_version must be an integer from 0 to 9007199254740991'],
      [testId(2), '_version is missing: a deletion needs a version'],
      [testId(3), 'updatedAt must be a date'],
      [testId(4), '_deleted is not possible: records of this collection are never deleted'],
    ]);
  });
});
