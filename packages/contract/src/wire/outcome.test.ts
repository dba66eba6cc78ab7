import { describe, expect, test } from 'vitest';
import { uploadImage } from '../files.ts';
import { payLoyalty } from '../loyalty.ts';
import { listServices } from '../services.ts';
import { login } from '../session.ts';
import { everyEndpoint as endpoints } from '../testing/every-endpoint.ts';
import { isFailure } from './outcome.ts';

test('[API-18] the contract checks the status only in these responses', () => {
  expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length);
  const reading = endpoints.filter(({ successNeeds }) => successNeeds.includes('status')).map(({ name }) => name);
  expect(reading.toSorted()).toEqual([
    ...['createNotification', 'deleteUser', 'finishConnection', 'finishSingleSignOn', 'finishSingleSignOnProof'],
    ...['logInToDemo', 'login', 'loginSecond', 'payLoyalty', 'prove', 'toggleUserBlock', 'uploadImage'],
  ]);
});

test('[TEAM-04, AUTH-03] a login succeeds with a token or a challenge, and fails with neither', () => {
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
const image = { data: 'https://files.example.org/1.png' };

/** One endpoint for each way of declaring success; `isFailure` reads only `successNeeds`. */
describe.each([
  ['without needed fields', listServices, {}],
  ['with a status', payLoyalty, {}],
  ['with a status and data', uploadImage, image],
] as const)('[API-18] the response to a call %s', (_, endpoint, rest) => {
  const needsStatus = endpoint.successNeeds.includes('status');
  const answersWith = (status: unknown) => [
    { ...rest, status },
    { ...rest, success: status },
  ];

  test('is a success with the status true, "true", "success", "ok", 1, 200 or 201 and with no other status', () => {
    for (const response of successes.flatMap(answersWith))
      expect([response, isFailure(endpoint, response)]).toEqual([response, false]);
    for (const response of failures.flatMap(answersWith)) {
      expect([response, isFailure(endpoint, response)]).toEqual([response, true]);
      expect([response, isFailure(endpoint, { data: [{ _id: '1' }], ...response })]).toEqual([response, true]);
    }
    expect(isFailure(endpoint, { ...rest, status: true, success: false })).toBe(true);
    expect(isFailure(endpoint, { ...rest, status: 0, success: true })).toBe(true);
  });

  test('is a failure without a status when the contract checks it', () => {
    for (const response of [rest, { ...rest, message: 'Done' }, [], [{ _id: '1' }], 'OK', null, 7])
      expect([response, isFailure(endpoint, response)]).toEqual([response, needsStatus]);
  });

  test('is a failure with an error and no data', () => {
    const bare = { ...rest, ...(needsStatus ? { status: true } : {}) };
    for (const error of ['bad', { code: 7 }, {}, ['bad'], 5, true])
      for (const data of [undefined, null, [], {}, ''])
        expect([error, data, isFailure(endpoint, { ...bare, error, data })]).toEqual([error, data, true]);
    for (const errors of ['bad', ['bad'], [{ field: 'name', message: 'is taken' }], { name: 'is taken' }])
      expect(isFailure(endpoint, { ...bare, errors, data: null })).toBe(true);
  });

  test('is a success with an empty error, or with an error and data', () => {
    for (const error of [null, '', false, 0, []])
      expect([error, isFailure(endpoint, { ...rest, status: true, error, errors: error })]).toEqual([error, false]);
    expect(isFailure(endpoint, { ...rest, status: true, errors: {} })).toBe(false);
    const data = { data: [{ _id: '1' }], ...rest };
    expect(isFailure(endpoint, { ...data, status: true, error: 'one is stale', errors: ['one is stale'] })).toBe(
      false,
    );
  });
});

test.each([
  ['token', login],
  ['data', uploadImage],
] as const)('[API-18] a response without its %s is a failure, regardless of its status', (key, endpoint) => {
  for (const rest of [{}, { [key]: null }, { [key]: '' }, { [key]: ' ' }])
    expect(isFailure(endpoint, { status: true, message: 'Welcome', ...rest })).toBe(true);
  expect(isFailure(endpoint, { status: true, [key]: 'abc' })).toBe(false);
});
