import { createHmac } from 'node:crypto';
import type { DataKeys } from '../../crypto/data-keys.ts';

/** Letters and digits, without the zeros in front that spreadsheets remove. */
const comparable = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .replace(/^0+/, '');

const digest = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(comparable(text)).digest('hex');

/** Makes digests of accounts and UPI ids that tell nothing without the data key, with the id of the key. */
export async function destinationDigester(keys: DataKeys): Promise<(text: string) => string> {
  const { id, key } = await keys.derived('fingerprints');
  return (text) => `${id}:${digest(key, text)}`;
}

/** Compares accounts with digests of any key of this program. */
export async function destinationComparer(
  keys: DataKeys,
  digests: readonly string[],
): Promise<(account: string, stored: { destination: string; destinationDigest: string }) => boolean | null> {
  const known = new Map<string, Buffer | null>();
  for (const stored of digests) {
    const [id = ''] = stored.split(':');
    if (!known.has(id)) known.set(id, await keys.derivedOf(id, 'fingerprints'));
  }
  return (account, { destination, destinationDigest }) => {
    // A bank may mask all but the end.
    const masked = /^[X*]{2,}([A-Z0-9]{2,})$/i.exec(account.replaceAll(/[^A-Za-z0-9*]/g, ''));
    if (masked) return destination.toUpperCase().endsWith((masked[1] ?? '').slice(-4).toUpperCase());
    const [id = '', expected] = destinationDigest.split(':');
    const key = known.get(id) ?? null;
    return key === null ? null : digest(key, account) === expected;
  };
}
