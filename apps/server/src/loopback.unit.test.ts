import { describe, expect, it } from 'vitest';
import { isLoopback } from './public-address.ts';

describe('[PRIV-07] a host', () => {
  it.each(['127.0.0.1', '127.1.2.3', '127.1', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', 'localhost'])(
    '%s is loopback',
    async (host) => expect(await isLoopback(host)).toBe(true),
  );
  it.each([
    '0.0.0.0',
    '0',
    '::',
    '::ffff:0.0.0.0',
    '192.0.2.1',
    '::ffff:192.0.2.1',
    '2001:db8::1',
    'no.such.invalid',
  ])('%s is not loopback', async (host) => expect(await isLoopback(host)).toBe(false));
});
