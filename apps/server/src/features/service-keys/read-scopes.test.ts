import { READ_SCOPES } from '@wayside/contract/wire/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileApplication } from '../../testing/file-application.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';

const test = fileApplication({ now: new Date('2026-11-05T03:35:00Z') });
const mechanic = '65f00000000000000000000a';

beforeAll(async () => {
  const records = moneyRecords(test);
  await records.mechanic(mechanic, { name: 'Ravi Kumar', bank_account_number: '50100000000001' });
  await records.payment('65f000000000000000000002', { mechanic_id: mechanic, amount_paise: 1_000_000 });
  await records.post();
});

const CALLS = {
  'read:bookings': ['/booking/admin/booking'],
  'read:users': ['/user/allusers'],
  'read:mechanics': ['/mechanic/allmechnic', `/admin/mechanics/${mechanic}`],
  'read:payments': ['/booking/get/payments', '/admin/payments/65f000000000000000000002'],
  'read:payouts': [
    '/admin/payouts/summary',
    `/admin/mechanics/${mechanic}/balance`,
    `/admin/mechanics/${mechanic}/payouts`,
    '/admin/payments-out',
  ],
  'read:catalogue': ['/slot/getall', '/master/global/company/get'],
  'read:reports': ['/booking/get/dashboard', '/admin/income'],
} as const;

describe('[SHIP-05] a read-only service key', () => {
  it('can read the lists and reports of its scope, and nothing else', async () => {
    const { openapi } = await test.app
      .inject('/api/v1/openapi.json')
      .then((response) => ({ openapi: response.json() }));
    const reads = Object.entries<Record<string, Record<string, unknown>>>(openapi.paths).flatMap(
      ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    const scoped = reads.filter(({ operation }) => operation['x-scope'] !== undefined);
    expect(new Set(scoped.map(({ operation }) => operation['x-scope']))).toEqual(new Set(READ_SCOPES));
    expect(scoped.filter(({ method }) => method !== 'get')).toEqual([]);
    const statuses: unknown[] = [];
    const expected: unknown[] = [];
    for (const own of READ_SCOPES) {
      const headers = await serviceKeyHeader(test.database, own);
      for (const { path, operation } of scoped) {
        const url = path.replace('{id}', mechanic);
        const { status } = await test.call('GET', url, { headers });
        const isOwn = operation['x-scope'] === own;
        statuses.push([own, path, isOwn ? status === 403 || status === 401 : status]);
        expected.push([own, path, isOwn ? false : 403]);
      }
    }
    expect(statuses).toEqual(expected);
  });

  it.each(Object.entries(CALLS))('can read real data with the scope %s', async (scope, paths) => {
    const headers = await serviceKeyHeader(test.database, scope as keyof typeof CALLS);
    for (const path of paths)
      expect([path, (await test.call('GET', path, { headers })).status]).toEqual([path, 200]);
  });

  it('cannot read bank details or links to documents', async () => {
    const headers = await serviceKeyHeader(test.database, 'read:mechanics');
    const { body } = await test.call('GET', `/admin/mechanics/${mechanic}`, { headers });
    expect(body.data).toMatchObject({ name: 'Ravi Kumar' });
    expect(JSON.stringify(body)).not.toContain('00000001');
  });

  it('cannot change, reveal or export anything, or sign in', async () => {
    const headers = await serviceKeyHeader(test.database, ...READ_SCOPES);
    for (const [method, path] of [
      ['POST', '/booking/create/apyout'],
      ['GET', `/admin/mechanics/${mechanic}/bank-account`],
      ['GET', `/user/blockuser/${mechanic}`],
      ['GET', '/admin/export/bookings'],
      ['GET', '/admin/activity'],
      ['GET', '/admin/profile'],
    ] as const)
      expect([
        path,
        (await test.call(method, path, { headers, ...(method === 'POST' ? { body: {} } : {}) })).status,
      ]).toEqual([path, 401]);
    expect((await test.call('POST', '/ingest/bookings', { headers, body: [] })).status).toBe(403);
    expect((await test.call('GET', '/changes', { headers })).status).toBe(403);
  });

  it('is rejected when it is unknown, but a valid session in the same request takes precedence', async () => {
    const unknown = { authorization: `Bearer wsk_${'a'.repeat(43)}` };
    expect((await test.call('GET', '/user/allusers', { headers: unknown })).status).toBe(401);
    const token = await test.signIn('viewer');
    expect((await test.call('GET', '/user/allusers', { token, headers: unknown })).status).toBe(200);
  });
});
