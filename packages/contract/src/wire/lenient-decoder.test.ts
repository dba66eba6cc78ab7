import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getConfiguration } from '../configuration.ts';
import { listNotifications } from '../notifications.ts';
import { listMechanicEarnings } from '../payouts-earnings.ts';
import { listSlots } from '../slots.ts';
import { instant, maybe, text, vehicleType } from './fields.ts';
import { personRef } from './person-ref.ts';
import { decodeLeniently, type Wire } from './wire.ts';

/** Returns the decoded value and the warnings about unreadable parts. */
function read<T>(schema: Wire<T>, value: unknown) {
  const warnings: string[] = [];
  const found = decodeLeniently(schema, value, (path, issue) => warnings.push(`${path} ${issue}`));
  return { found, warnings };
}

describe('[API-15] the lenient timestamp decoder', () => {
  test.each([
    ['2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2026-11-20 10:00:00', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T10:00:00', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T10:00:00+05:30', '2026-11-20T04:30:00.000Z'],
    ['2026-11-20T10:00:00+0530', '2026-11-20T04:30:00.000Z'],
    [1_795_600_800_000, '2026-11-25T10:00:00.000Z'],
    ['1795600800000', '2026-11-25T10:00:00.000Z'],
    ['Fri, 20 Nov 2026 10:00:00 GMT', '2026-11-20T10:00:00.000Z'],
    ['Fri Nov 20 2026 15:30:00 GMT+0530 (India Standard Time)', '2026-11-20T10:00:00.000Z'],
  ])('reads %j with the same result on every machine', (value, timestamp) =>
    expect(read(instant, value)).toEqual({ found: timestamp, warnings: [] }),
  );
  test.each([
    ...['20/11/2026', 'yesterday', '2026-13-45', '20 Nov 2026', {}, true],
    ...['2026-02-29', '2026-02-30T00:00:00Z', '2026-11-31 10:00'],
  ])('does not read %j', (value) =>
    expect(read(maybe(instant), value)).toEqual({ found: null, warnings: [' must be a date'] }),
  );
});

test.each(['2026-02-30T00:00:00Z', '2026-02-29', '2026-11-31'])(
  '[IMPO-03] %s is rejected as a date, because its money would count in another month',
  (day) => expect(z.safeDecode(instant, day).success).toBe(false),
);

describe('[API-15] the lenient text decoder', () => {
  test('accepts a number', () => expect(read(text, 98.5)).toEqual({ found: '98.5', warnings: [] }));
  test.each([[{}], [true], [Number.NaN]])('rejects %j', (value) =>
    expect(read(text, value)).toEqual({ found: undefined, warnings: [' is not text'] }),
  );
});

test.each([[7], ['7'], [{ _id: 7 }]])('[API-15] the lenient decoder accepts the reference %j', (value) =>
  expect(read(personRef, value).found).toMatchObject({ id: '7', name: null }),
);

test.each([
  ['Car', 'car'],
  [' TRUCK ', 'truck'],
  ['Tractor', 'Tractor'],
])('[API-15] the vehicle type %j is read as %j', (given, type) => {
  expect([read(vehicleType, given).found, z.decode(vehicleType, given)]).toEqual([type, type]);
});

test.each([
  [[{ _id: 'c1', charge_per_km: 12 }], { id: 'c1', chargePerKmPaise: 1200 }],
  [{ data: [{ _id: 'c1', charge_per_km: 12 }] }, { id: 'c1', chargePerKmPaise: 1200 }],
  [[], null],
  [[{}], null],
  [{ data: {} }, null],
])('[API-15, TOUGH-08] the lenient configuration decoder reads %j', (given, record) => {
  const found = read(getConfiguration.response, given).found?.record;
  if (record === null) expect(found).toBeNull();
  else expect(found).toMatchObject(record);
});

describe('[API-15] the lenient list decoder', () => {
  const notification = { _id: 'n1', message: 'Hello', createdAt: '2026-11-20' };

  test('accepts an array without a total', () =>
    expect(read(listNotifications.response, [notification]).found).toMatchObject({
      rows: [{ id: 'n1' }],
      total: 1,
      pageCount: 0,
      isOpenEnded: true,
    }));

  test('accepts totals as text', () =>
    expect(read(listNotifications.response, { data: [notification], total: '41' }).found).toMatchObject({
      total: 41,
      pageCount: 5,
    }));

  test('skips elements that are not records, and counts records with unreadable fields', () => {
    const { found, warnings } = read(listNotifications.response, {
      data: [notification, null, { ...notification, createdAt: 'soon', updatedAt: 'later' }],
      total: 3,
    });
    expect(found).toMatchObject({ rows: [{ id: 'n1' }, { id: 'n1', createdAt: null }], unreadable: 2 });
    expect(warnings).toEqual([
      'data[1] is not a record',
      'data[2].createdAt must be a date',
      'data[2].updatedAt must be a date',
    ]);
  });

  test.each([[undefined], [null], [[]]])('accepts %j as an empty list', (data) =>
    expect(read(listSlots.response, { status: true, data }).found).toEqual({ rows: [] }),
  );

  test.each([['none'], [{}], [0]])('rejects %j as a list', (data) => {
    for (const { response } of [listSlots, listNotifications, listMechanicEarnings])
      expect(read(response as Wire<unknown>, { data })).toEqual({
        found: undefined,
        warnings: ['data is not a list'],
      });
  });

  test('[PAYO-06] distinguishes an empty list of earnings from missing data', () => {
    const row = { mechanicId: 'm1', netBalance: '12.5' };
    expect(read(listMechanicEarnings.response, [row]).found).toMatchObject({ rows: [{ balancePaise: 1250 }] });
    expect(read(listMechanicEarnings.response, { success: true }).found).toEqual({ rows: null });
  });
});
