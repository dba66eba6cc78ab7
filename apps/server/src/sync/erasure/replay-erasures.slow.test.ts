import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { COLLECTIONS } from '@wayside/contract/collections';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dataDirectoryAt } from '../../data-directory.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { startObjectStorage, type TestObjectStorage } from '../../testing/object-storage.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { appendErasures, openErasureLog } from './erasure-log.ts';
import { recordErasureActivity, replayErasures } from './replay-erasures.ts';

const NOW = new Date('2026-11-05T03:35:00Z');
const [ASHA, BALA, CHITRA, DEV] = ['a1', 'b2', 'c3', 'd4'].map((end) => `65fa00000000000000000${end}0`);
const storages: TestObjectStorage[] = [];
const applications: TestApplication[] = [];

beforeAll(async () => void storages.push(await startObjectStorage()));
afterEach(async () => {
  for (const { drop } of applications.splice(0)) await drop();
});
afterAll(async () => {
  for (const { stop } of storages) await stop();
});

/** Creates an application with two customers and two mechanics of a source. One of the mechanics is owed ₹900. */
async function market(env: Record<string, string> = {}) {
  const test = await createTestApplication({ now: NOW, env });
  applications.push(test);
  const token = await test.signIn();
  const headers = await serviceKeyHeader(test.database, ...COLLECTIONS);
  const send = (collection: string, ...body: object[]) =>
    test.call('POST', `/ingest/${collection}`, { headers, body });
  const customer = (_id: string | undefined, name: string) => ({ _id, name, phone_number: '98200', _version: 1 });
  await send('users', customer(ASHA, 'Asha Rao'), customer(BALA, 'Bala Iyer'));
  await send('mechanics', customer(CHITRA, 'Chitra Sen'), customer(DEV, 'Dev Anand'));
  await send('bookings', { _id: '65fb00000000000000000001', userid: ASHA, problem: 'Asha’s gate', _version: 1 });
  await send('payments', {
    ...{ _id: '65fb00000000000000000002', mechnaicId: DEV, amount: 900, status: 'paid', paymentMethod: 'upi' },
    ...{ transactionDate: '2026-11-01T10:00:00Z', _version: 1 },
  });
  const people = async () => {
    const { rows } = await test.database.pool.query(
      `SELECT name, record_state, payee_name FROM users UNION ALL SELECT name, record_state, payee_name FROM mechanics`,
    );
    return rows.map(({ name, payee_name }) => name ?? `(${payee_name ?? ''})`).sort();
  };
  return { test, token, send, people, record: openErasureLog(test.settings) };
}

/** Erases Asha and Dev in Wayside, and lets the source delete Bala and Chitra and restore Chitra. */
async function eraseSome({ test, token, send }: Awaited<ReturnType<typeof market>>) {
  await test.call('DELETE', `/user/deleteuser/${ASHA}`, { token });
  await test.call('DELETE', `/mechanic/deletemechnic/${DEV}`, { token });
  await send('users', { _id: BALA, _deleted: true, _version: 5 });
  await send('mechanics', { _id: CHITRA, _deleted: true, _version: 5 });
  await send('mechanics', { _id: CHITRA, name: 'Chitra Rao', _version: 6 });
}

describe('[PRIV-06] a restored database from before erasures', () => {
  it.each([
    ['the data directory', () => ({})],
    ['object storage', () => storages[0]?.env ?? {}],
  ])('repeats each erasure once, in its original form, from the record in %s', async (_where, env) => {
    const now = await market(env());
    await eraseSome(now);
    expect(await now.people()).toEqual(['()', '()', '(Dev Anand)', 'Chitra Rao']);

    // The source sends the same people again as it did originally, which simulates a restored backup.
    const { test, people, send } = await market();
    expect(await replayErasures(test.database, now.record)).toBe(3);
    expect(await people()).toEqual(['()', '()', '(Dev Anand)', 'Chitra Sen']);
    const { rows } = await test.database.pool.query('SELECT problem FROM bookings');
    expect(rows).toEqual([{ problem: null }]);
    await recordErasureActivity(test.database, NOW);
    const log = await test.database.pool.query(`SELECT action, entity_id FROM activity WHERE action = 'deleted'`);
    expect(log.rows.map((row) => row.entity_id).sort()).toEqual([ASHA, BALA, DEV]);

    expect(await replayErasures(test.database, now.record)).toBe(0);
    // A person erased by an administrator never returns; a person deleted by the source returns with a version newer
    // than the deletion.
    const outcomes = async (...records: object[]) => {
      const { body } = await send('users', ...records);
      return body.results.map(({ outcome }: { outcome: string }) => outcome);
    };
    expect(await outcomes({ _id: ASHA, name: 'Asha', _version: 9 })).toEqual(['unchanged']);
    expect(await outcomes({ _id: BALA, name: 'Bala', _version: 4 })).toEqual(['stale']);
    expect(await outcomes({ _id: BALA, name: 'Bala', _version: 6 })).toEqual(['created']);
    expect(await replayErasures(test.database, now.record)).toBe(0);
    expect((await verifyIntegrity(test.database)).issues).toEqual([]);
  });

  it('does not restore unknown people from an older import, and a new database erases nobody', async () => {
    const now = await market();
    await eraseSome(now);
    const older = await market();
    const { pool } = older.test.database;
    await pool.query('DELETE FROM imported_records; DELETE FROM bookings; DELETE FROM users');
    await replayErasures(older.test.database, now.record);
    await older.send('users', { _id: ASHA, name: 'Asha', _version: 1 }, { _id: BALA, name: 'Bala', _version: 1 });
    expect(await older.people()).toEqual(['()', '()', '(Dev Anand)', 'Chitra Sen']);

    const fresh = await createTestApplication({ now: NOW });
    applications.push(fresh);
    expect(await replayErasures(fresh.database, now.record)).toBe(0);
    expect((await fresh.database.pool.query('SELECT FROM users')).rows).toEqual([]);
  });
});

describe('[PRIV-06] the erasure record', () => {
  it('contains only ids, is readable only by the operating system account, and omits rolled-back erasures', async () => {
    const now = await market();
    await eraseSome(now);
    expect((await now.test.call('DELETE', `/user/deleteuser/${ASHA}`, { token: now.token })).status).toBe(404);
    const path = dataDirectoryAt(now.test.settings.dataDir).erasures;
    const lines = (await readFile(path, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      [
        [ASHA, 'user', 'erased', null],
        [DEV, 'mechanic', 'erased', null],
        [BALA, 'user', 'deleted_at_source', String(2n ** 60n + 5n)],
        [CHITRA, 'mechanic', 'deleted_at_source', String(2n ** 60n + 5n)],
        [CHITRA, 'mechanic', 'brought_back', null],
      ].map(([personId, kind, event, version]) => ({
        ...{ id: expect.stringMatching(/^[0-9a-f]{24}$/), kind, personId, event, version },
        at: expect.stringMatching(/Z$/),
      })),
    );
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('is completed after an erasure that it could not store, and a truncated line does not damage others', async () => {
    const now = await market();
    const path = dataDirectoryAt(now.test.settings.dataDir).erasures;
    await mkdir(path, { recursive: true });
    expect((await now.test.call('DELETE', `/user/deleteuser/${ASHA}`, { token: now.token })).status).toBe(200);
    expect(now.test.logged()).toContain('an erasure could not be written outside the database');
    await rm(path, { recursive: true });
    await writeFile(path, '\n{"id":"65fa');
    await appendErasures(now.test.database, now.record);
    const restored = await market();
    expect(await replayErasures(restored.test.database, now.record)).toBe(1);
    expect(await restored.people()).toContain('()');
  });

  it('is completed when the object storage responds again', async () => {
    const [storage] = storages;
    if (storage === undefined) throw new Error('no storage');
    const now = await market(storage.env);
    const before = (await now.record.ids()).length;
    storage.failWith = 503;
    expect((await now.test.call('DELETE', `/user/deleteuser/${ASHA}`, { token: now.token })).status).toBe(200);
    storage.failWith = null;
    await appendErasures(now.test.database, now.record);
    expect(await now.record.ids()).toHaveLength(before + 1);
  });
});
