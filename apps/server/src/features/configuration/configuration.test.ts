import { describe, expect, it } from 'vitest';
import { expectFieldErrors } from '../../testing/expect-error.ts';
import { fileApplication } from '../../testing/file-application.ts';

const test = fileApplication();

const GIVEN = {
  charge_per_km: 12.5,
  platform_fee: 49,
  commision_percentage: 12.5,
  referral_bonus: 100,
  mechanic_charge: 250,
  discount_percentage: 5,
  Loyality_points: 20,
  upi_number: 'wayside@upi',
};

const { send } = test;

describe('[API-12, CONF-03] the configuration', () => {
  it('is null at first, then created once and changed, and each version is stored with its author', async () => {
    expect((await send('GET', '/master/globalget')).body).toEqual({ status: true, data: null });
    const made = await send('POST', '/master/global/create', GIVEN);
    expect(made.body.data).toEqual({ ...GIVEN, _id: made.body.data._id, _etag: made.headers['etag'] });
    expect((await send('POST', '/master/global/create', GIVEN)).status).toBe(409);
    const { _id } = made.body.data;
    const changed = await send('PUT', `/master/global/update/${_id}`, {
      ...GIVEN,
      platform_fee: 59,
      upi_number: '',
    });
    expect(changed.body.data).toEqual({
      ...GIVEN,
      _id,
      platform_fee: 59,
      upi_number: null,
      _etag: expect.any(String),
    });
    await send('PATCH', `/master/global/update/${_id}`, { ...GIVEN, platform_fee: 59, upi_number: '' });
    const { data } = (await send('GET', '/admin/configuration/versions')).body;
    expect(data.map(({ values }: { values: { platform_fee: number } }) => values.platform_fee)).toEqual([59, 49]);
    expect(data[0].changedBy).toMatch(/@example\.com$/);
    const log = await send('GET', '/admin/activity?entity=configuration');
    expect(log.body.data[0].changes).toEqual([
      { field: 'platformFeePaise', before: 4900, after: 5900 },
      { field: 'upiId', before: 'wayside@upi', after: null },
    ]);
  });

  it('is created by only one of many concurrent calls', async () => {
    await test.sql('TRUNCATE configurations CASCADE');
    const all = await Promise.all(Array.from({ length: 8 }, () => send('POST', '/master/global/create', GIVEN)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  });

  it.each([
    ['commision_percentage', 100.1],
    ['commision_percentage', -1],
    ['discount_percentage', 101],
    ['discount_percentage', '1e2'],
    ['Loyality_points', -1],
    ['charge_per_km', -0.5],
    ['platform_fee', 'free'],
    ['mechanic_charge', null],
    ['referral_bonus', 1e15],
    ['upi_number', 'x'.repeat(101)],
  ])('[CONF-02] rejects %s of %j', async (field, value) => {
    await expectFieldErrors(send('POST', '/master/global/create', { ...GIVEN, [field]: value }), field);
  });
});
