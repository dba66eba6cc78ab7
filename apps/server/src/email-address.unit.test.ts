import { describe, expect, it } from 'vitest';
import { isEmail, normalizeEmail } from './email-address.ts';
import { SPELLINGS } from './testing/email-spellings.ts';

describe('[SECU-02] the normalized form of an email address', () => {
  it('is the same for every spelling of one address', () => {
    expect(SPELLINGS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(SPELLINGS).size).toBe(SPELLINGS.length);
    for (const spelling of SPELLINGS)
      expect(normalizeEmail(spelling), JSON.stringify(spelling)).toBe('admin@example.com');
  });

  it.each([
    ['straße@example.com', 'STRASSE@EXAMPLE.COM'],
    ['straße@example.com', 'STRAẞE@example.com'],
    ['jose\u0301@example.com', 'JOSÉ@example.com'],
    ['ΟΔΟΣ@example.com', 'οδος@example.com'],
    ['Ⅸ@example.com', 'ix@example.com'],
    ['ﬃ@example.com', 'FFI@example.com'],
    ['\u1e9b\u0323@example.com', '\u1e69@example.com'],
  ])('normalizes %s and %s to the same form', (one, other) => {
    expect(normalizeEmail(one)).toBe(normalizeEmail(other));
  });

  it.each([
    ['admin@example.com', 'аdmin@example.com'],
    ['jose@example.com', 'josé@example.com'],
    ['a.dmin@example.com', 'admin@example.com'],
    ['admin+1@example.com', 'admin@example.com'],
  ])('normalizes %s and %s to different forms', (one, other) => {
    expect(normalizeEmail(one)).not.toBe(normalizeEmail(other));
  });

  it('is idempotent for every character', () => {
    const unstable: string[] = [];
    const size = 0x100;
    for (let block = 0; block <= 0x10ffff; block += size) {
      const characters = Array.from({ length: size }, (_, place) => String.fromCodePoint(block + place));
      const once = normalizeEmail(characters.join('x'));
      if (normalizeEmail(once) !== once) unstable.push(block.toString(16));
    }
    expect(unstable).toEqual([]);
  });
});

describe('an email address', () => {
  it.each(['asha@example.com', 'ASHA+1@Example.com', 'आशा@example.in'])('is %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });
  it.each([
    'asha',
    'asha@',
    'a b@example.com',
    'asha@example.com\n',
    'a\u200bsha@example.com',
    `${'a'.repeat(250)}@b.co`,
  ])('is not %j', (text) => {
    expect(isEmail(text)).toBe(false);
  });
});
