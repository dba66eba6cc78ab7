import { describe, expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { retryDelay, shouldRetry } from './query-client.ts';

describe('[ERR-02] retries of a request', () => {
  test.each([
    [0, 1000],
    [1, 2000],
    [2, 4000],
    [10, 30_000],
  ])('wait longer before retry %i', (n, ms) => expect(retryDelay(n)).toBe(ms));

  test('happen three times after a network or server error', () => {
    const serverDown = new ApiError('HTTP error! status: 503', { kind: 'http', status: 503 });
    expect([0, 1, 2, 3].map((n) => shouldRetry(n, serverDown))).toEqual([true, true, true, false]);
    expect(shouldRetry(0, new ApiError('No response from the server', { kind: 'network' }))).toBe(true);
    expect(shouldRetry(0, new ApiError('No response in time', { kind: 'timeout' }))).toBe(false);
  });

  test('never happen after a 4xx, a response with status false or an exception', () => {
    expect(shouldRetry(0, new ApiError('HTTP error! status: 429', { kind: 'http', status: 429 }))).toBe(false);
    expect(shouldRetry(0, new ApiError('The server returned an error', { kind: 'rejected', status: 200 }))).toBe(
      false,
    );
    expect(shouldRetry(0, new TypeError('undefined is not a function'))).toBe(false);
  });
});
