import { describe, expect, test } from 'vitest';
import { locationAfterLogin, readLoginState } from './login-location.ts';

describe('the page after the login', () => {
  test.each([
    [{ from: '/bookings?page=2' }, '/bookings?page=2'],
    [{}, '/dashboard'],
    [null, '/dashboard'],
    [{ from: '/' }, '/dashboard'],
    [{ from: '/login?x=1' }, '/dashboard'],
    [{ from: '//elsewhere.test' }, '/dashboard'],
    [{ from: '/\\elsewhere.test/login' }, '/dashboard'],
    [{ from: 'https://elsewhere.test' }, '/dashboard'],
    [{ from: 7 }, '/dashboard'],
  ])('[AUTH-03] is determined by the state %j: %s', (state, path) =>
    expect(locationAfterLogin(readLoginState(state))).toBe(path),
  );

  test('[AUTH-09] states that a 401 has ended the session', () =>
    expect(readLoginState({ isExpired: true }).isExpired).toBe(true));
});
