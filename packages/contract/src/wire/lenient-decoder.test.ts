import { describe, expect, test } from 'vitest';
import { listNotifications } from '../notifications.ts';
import { listMechanicEarnings } from '../payouts-earnings.ts';
import { listSlots } from '../slots.ts';
import { personRef } from '../wire/person-ref.ts';
import { instant, maybe, text } from './fields.ts';
import { decodeLeniently, type Wire } from './wire.ts';

/** What is read, and what is told of what could not be. */
function read<T>(schema: Wire<T>, value: unknown) {
  const told: string[] = [];
  const found = decodeLeniently(schema, value, (path, problem) => told.push(`${path} ${problem}`));
  return { found, told };
}

describe('[API-15] a moment', () => {
  test.each([
    ['2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20 10:00:00', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T10:00:00', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T10:00:00+05:30', '2026-11-20T04:30:00.000Z'],
    ['2026-11-20T10:00:00+0530', '2026-11-20T04:30:00.000Z'],
    [1_795_600_800_000, '2026-11-25T10:00:00.000Z'],
    ['1795600800000', '2026-11-25T10:00:00.000Z'],
    ['Fri, 20 Nov 2026 10:00:00 GMT', '2026-11-20T10:00:00.000Z'],
    ['Fri Nov 20 2026 15:30:00 GMT+0530 (India Standard Time)', '2026-11-20T10:00:00.000Z'],
  ])('%j is read, the same on every machine', (value, moment) =>
    expect(read(instant, value)).toEqual({ found: moment, told: [] }),
  );
  test.each(['20/11/2026', 'yesterday', '2026-13-45', '20 Nov 2026', {}, true])('%j is not', (value) =>
    expect(read(maybe(instant), value)).toEqual({ found: null, told: [' must be a date'] }),
  );
});

describe('[API-15] text', () => {
  test('may come as a number', () => expect(read(text, 98.5)).toEqual({ found: '98.5', told: [] }));
  test.each([[{}], [true], [Number.NaN]])('not as %j', (value) =>
    expect(read(text, value)).toEqual({ found: undefined, told: [' is not text'] }),
  );
});

test.each([[7], ['7'], [{ _id: 7 }]])('[API-15] a reference may be %j', (value) =>
  expect(read(personRef, value).found).toMatchObject({ id: '7', name: null }),
);

describe('[API-15] a list', () => {
  const notification = { _id: 'n1', message: 'Hello', createdAt: '2026-11-20' };

  test('comes bare, and then nobody knows how many there are', () =>
    expect(read(listNotifications.answer, [notification]).found).toMatchObject({
      rows: [{ id: 'n1' }],
      total: 1,
      pageCount: 0,
      isOpenEnded: true,
    }));

  test('has its totals as text', () =>
    expect(read(listNotifications.answer, { data: [notification], total: '41' }).found).toMatchObject({
      total: 41,
      pageCount: 5,
    }));

  test('leaves out what is no record, and counts what could not be read whole', () => {
    const { found, told } = read(listNotifications.answer, {
      data: [notification, null, { ...notification, createdAt: 'soon', updatedAt: 'later' }],
      total: 3,
    });
    expect(found).toMatchObject({ rows: [{ id: 'n1' }, { id: 'n1', createdAt: null }], unreadable: 2 });
    expect(told).toEqual([
      'data[1] is not a record',
      'data[2].createdAt must be a date',
      'data[2].updatedAt must be a date',
    ]);
  });

  test.each([[undefined], [null], [[]]])('%j is one of nothing', (data) =>
    expect(read(listSlots.answer, { status: true, data }).found).toEqual({ rows: [] }),
  );

  test.each([['none'], [{}], [0]])('%j is none', (data) => {
    for (const { answer } of [listSlots, listNotifications, listMechanicEarnings])
      expect(read(answer as Wire<unknown>, { data })).toEqual({ found: undefined, told: ['data is not a list'] });
  });

  test('[PAYO-06] of earnings is told apart from no data', () => {
    const row = { mechanicId: 'm1', netBalance: '12.5' };
    expect(read(listMechanicEarnings.answer, [row]).found).toMatchObject({ rows: [{ balancePaise: 1250 }] });
    expect(read(listMechanicEarnings.answer, { success: true }).found).toEqual({ rows: null });
  });
});
