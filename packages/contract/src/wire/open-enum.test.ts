import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { booking } from '../bookings.ts';
import { applicationStatus, mechanic, mechanicCan } from '../mechanics.ts';
import { openEnum, stripUnknownPrefix } from './fields.ts';
import { decodeLeniently, encoderOf } from './wire.ts';

const id = '65f1c0ffee65f1c0ff0a1b2c';
const unexpected = (path: string, issue: string) => expect.unreachable(`${path} ${issue}`);
const APPLICATIONS = ['approved', 'sent_for_verification', 'resent_for_verification'];
const BOOKINGS = ['accepted', 'user_confirmed', 'rating_given'];

describe('[BOOK-05, API-15] an internal value in an external record', () => {
  test.each(BOOKINGS)('is not a booking status and stays unchanged: "%s"', (status) => {
    const found = decodeLeniently(booking, { _id: id, status }, unexpected);
    expect(found?.status).not.toBe(status);
    expect(stripUnknownPrefix(found?.status ?? '')).toBe(status);
    const strict = z.decode(booking, { _id: id, status });
    expect(strict.status).toBe(found?.status);
    expect(encoderOf(booking)(strict)).toMatchObject({ status });
    expect(z.encode(booking, strict)).toMatchObject({ status });
  });

  test.each(APPLICATIONS)('[MECH-08, MECH-09] is not a mechanic status and allows no action: "%s"', (status) => {
    for (const found of [
      decodeLeniently(mechanic, { _id: id, status, wallet_amount: 900 }, unexpected),
      z.decode(mechanic, { _id: id, status, wallet_amount: 900 }),
    ]) {
      if (!found) throw new Error('it was not read');
      expect(stripUnknownPrefix(found.status ?? '')).toBe(status);
      expect(Object.values(mechanicCan).map((can) => can(found))).toEqual([false, false, false]);
      expect(encoderOf(mechanic)(found)).toMatchObject({ status });
    }
  });

  test('is read when the external API uses the same value', () => {
    expect(z.decode(applicationStatus, 'pending')).toBe('pending');
    expect(z.decode(applicationStatus, 'approve')).toBe('approved');
  });
});

describe('[BOOK-05, API-15] an unknown value', () => {
  const status = openEnum(['approved'], { approved: 'approve' });

  test.each([
    'approve',
    'approved',
    'unknown:approved',
    'unknown:',
    'unknown:unknown:x',
    'on_leave',
    'constructor',
    '',
  ])('is returned unchanged: %j', (given) => {
    const found = z.decode(status, given);
    expect(z.encode(status, found)).toBe(given);
    expect(encoderOf(status)(found)).toBe(given);
    if (given !== 'approve') expect(stripUnknownPrefix(found)).toBe(given);
    expect(decodeLeniently(status, given, unexpected)).toBe(found);
  });

  test('may be long, or a number', () => {
    const long = 'on the way '.repeat(30).trim();
    expect(decodeLeniently(status, long, unexpected)).toBe(long);
    expect(decodeLeniently(status, 7, unexpected)).toBe('7');
  });
});
