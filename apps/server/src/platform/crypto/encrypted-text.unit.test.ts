import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataKey, derivedKey } from './data-key.ts';
import { decryptText, encryptText, keyIdOf } from './encrypted-text.ts';

const key = dataKey(randomBytes(32));
const cell = { table: 'mechanics', id: '65f000000000000000000001', column: 'bank_upi_id' };
const flip = (text: string, at: number) => {
  const [version, id, base64 = ''] = text.split(':');
  const bytes = Buffer.from(base64, 'base64');
  bytes.writeUInt8(bytes.readUInt8(at % bytes.length) ^ 1, at % bytes.length);
  return `${version}:${id}:${bytes.toString('base64')}`;
};

describe('[PRIV-01] an encrypted value', () => {
  it('can be decrypted only for its own column and row, contains its key id and is different each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const stored = encryptText(key, text, cell);
        expect(keyIdOf(stored)).toBe(key.id);
        expect(decryptText(key, stored, cell)).toBe(text);
        expect(encryptText(key, text, cell)).not.toBe(stored);
      }),
    );
  });

  it.each([
    { ...cell, table: 'users' },
    { ...cell, id: '65f000000000000000000002' },
    { ...cell, column: 'bank_ifsc_code' },
    { table: 'mechanics', id: '', column: `${cell.id}bank_upi_id` },
  ])('cannot be decrypted for another column or row: %o', (other) => {
    const stored = encryptText(key, 'asha@upi', cell);
    expect(() => decryptText(key, stored, other)).toThrow(/^The value in [\w.]+ of \w* cannot be decrypted\.$/);
  });

  it('cannot be decrypted with another key, or when it is modified or truncated', () => {
    const stored = encryptText(key, 'asha@upi', cell);
    expect(() => decryptText(dataKey(randomBytes(32)), stored, cell)).toThrow('cannot be decrypted');
    fc.assert(
      fc.property(fc.nat(), (at) => {
        expect(() => decryptText(key, flip(stored, at), cell)).toThrow('cannot be decrypted');
      }),
    );
    for (const broken of ['', 'asha@upi', `v1:${key.id}:`, `v1:${key.id}:AAAA`, stored.slice(0, -4)])
      expect(() => decryptText(key, broken, cell)).toThrow('cannot be decrypted');
  });

  it('is encrypted with a key that is used for no other purpose', () => {
    const derived = (['columns', 'links', 'chains', 'fingerprints'] as const).map((purpose) =>
      derivedKey(key, purpose).toString('hex'),
    );
    expect(new Set([...derived, key.secret.toString('hex')]).size).toBe(5);
  });
});
