import { describe, expect, test } from 'vitest';
import { login } from '../session.ts';
import { everyEndpoint as endpoints } from '../testing/every-endpoint.ts';
import { isFailure } from './outcome.ts';

/** The calls of which the specification reads the status (API-18), and what each answers besides. */
const readingStatus: Readonly<Record<string, object>> = {
  login: { token: 'abc' },
  loginSecond: { token: 'abc' },
  prove: {},
  toggleUserBlock: {},
  deleteUser: {},
  payLoyalty: {},
  createNotification: {},
  uploadImage: { data: 'https://files.example.org/1.png' },
};

test('[TEAM-04, AUTH-03] a login answers with a token or a challenge; with neither it has failed', () => {
  for (const given of [{ token: 'abc' }, { challenge: 'abc', methods: [] }])
    expect([given, isFailure(login, { status: true, ...given })]).toEqual([given, false]);
  for (const given of [{}, { token: '' }, { token: null, challenge: ' ' }, { methods: [{ type: 'totp' }] }])
    expect([given, isFailure(login, { status: true, ...given })]).toEqual([given, true]);
});

const successes = [true, 'true', 'True', 'success', 'Success', 'ok', 'OK', ' ok ', 1, '1', 200, '200', 201, '201'];
const failures = [
  ...[false, 'false', 0, '0', 400, '400', 404, 500, 202, -1, null, '', ' '],
  ...['error', 'failed', 'fail', 'not ok', 'okay', 'yes', [true], ['ok'], {}, { ok: true }],
];

test('[API-18] the table is about every call of the contract', () => {
  expect(endpoints.length).toBeGreaterThan(60);
  expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length);
  const reading = endpoints.filter(({ successNeeds }) => successNeeds.includes('status')).map(({ name }) => name);
  expect(reading.toSorted()).toEqual(Object.keys(readingStatus).toSorted());
});

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('[API-18] %s', (name, endpoint) => {
  const rest = readingStatus[name] ?? {};
  const needsStatus = name in readingStatus;
  const answersWith = (status: unknown) => [
    { ...rest, status },
    { ...rest, success: status },
  ];

  test('takes a status or success of true, "true", "success", "ok", 1, 200 or 201', () => {
    for (const answer of successes.flatMap(answersWith))
      expect([answer, isFailure(endpoint, answer)]).toEqual([answer, false]);
  });

  test('takes any other status or success for a failure, with data too', () => {
    for (const answer of failures.flatMap(answersWith)) {
      expect([answer, isFailure(endpoint, answer)]).toEqual([answer, true]);
      expect([answer, isFailure(endpoint, { data: [{ _id: '1' }], ...answer })]).toEqual([answer, true]);
    }
    expect(isFailure(endpoint, { ...rest, status: true, success: false })).toBe(true);
    expect(isFailure(endpoint, { ...rest, status: 0, success: true })).toBe(true);
  });

  test(`takes an answer without a status for a ${needsStatus ? 'failure' : 'success'}`, () => {
    for (const answer of [rest, { ...rest, message: 'Done' }, [], [{ _id: '1' }], 'OK', null, 7])
      expect([answer, isFailure(endpoint, answer)]).toEqual([answer, needsStatus]);
  });

  test('takes an error or errors without data for a failure', () => {
    const bare = { ...rest, ...(needsStatus ? { status: true } : {}) };
    for (const error of ['bad', { code: 7 }, {}, ['bad'], 5, true])
      for (const data of [undefined, null, [], {}, ''])
        expect([error, data, isFailure(endpoint, { ...bare, error, data })]).toEqual([error, data, true]);
    for (const errors of ['bad', ['bad'], [{ field: 'name', message: 'is taken' }], { name: 'is taken' }])
      expect(isFailure(endpoint, { ...bare, errors, data: null })).toBe(true);
  });

  test('takes an empty error, or one beside data, for none', () => {
    const data = 'data' in rest ? rest : { ...rest, data: [{ _id: '1' }] };
    for (const error of [null, '', false, 0, []])
      expect([error, isFailure(endpoint, { ...rest, status: true, error, errors: error })]).toEqual([error, false]);
    expect(isFailure(endpoint, { ...rest, status: true, errors: {} })).toBe(false);
    expect(isFailure(endpoint, { ...data, status: true, error: 'one is stale', errors: ['one is stale'] })).toBe(
      false,
    );
  });
});

describe('[API-18] a required field of an answer', () => {
  test.each([
    ['login', 'token'],
    ['uploadImage', 'data'],
  ])('%s fails without its %s, whatever its status', (name, key) => {
    const endpoint = endpoints.find((known) => known.name === name);
    if (!endpoint) throw new Error(`no such call: ${name}`);
    for (const rest of [{}, { [key]: null }, { [key]: '' }, { [key]: ' ' }])
      expect(isFailure(endpoint, { status: true, message: 'Welcome', ...rest })).toBe(true);
    expect(isFailure(endpoint, { status: true, [key]: 'abc' })).toBe(false);
  });
});
