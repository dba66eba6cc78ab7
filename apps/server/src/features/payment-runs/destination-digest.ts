import { createHmac } from 'node:crypto';
import type { DataKeys } from '../../crypto/data-keys.ts';
import { nameInFile, type Payee } from './payees.ts';

/** Letters and digits, without the zeros in front that spreadsheets remove: as banks and spreadsheets may write an account. */
const comparable = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .replace(/^0+/, '');

const digest = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** Where a payment goes: all of it was seen and approved. */
export interface Destination {
  readonly mode: string | null;
  readonly payee: Pick<Payee, 'name' | 'holder' | 'account' | 'ifsc' | 'upiId'>;
}

const paidTo = ({ mode, payee }: Destination): string => (mode === 'upi' ? payee.upiId : payee.account) ?? '';

/** Each character of what the file says of the payee. */
const exact = (destination: Destination): string => exactWith(nameInFile(destination.payee), destination);

const exactWith = (name: string | null, { mode, payee: { account, ifsc, upiId } }: Destination): string =>
  JSON.stringify(mode === 'upi' ? [name, upiId] : [name, account, ifsc]);

/**
 * Makes digests of destinations that tell nothing without the data key: the id of the key, a digest of the account or UPI id as banks
 * write it back, and one of the whole destination.
 */
export async function destinationDigester(keys: DataKeys): Promise<(destination: Destination) => string> {
  const { id, key } = await keys.derived('fingerprints');
  return (destination) =>
    [id, digest(key, comparable(paidTo(destination))), digest(key, exact(destination))].join(':');
}

/** A destination as it was when the run was made. */
interface StoredDestination {
  readonly destination: string;
  readonly destinationDigest: string;
}

/** Compares with digests of any key of this program; null where their key is not known. */
export async function destinationComparer(
  keys: DataKeys,
  digests: readonly string[],
): Promise<{
  /** An account or UPI id of a bank's answer, which may mask all but the end. */
  readonly isSameAccount: (account: string, stored: StoredDestination) => boolean | null;
  /** Whether nothing of the destination has changed. */
  readonly isUnchanged: (destination: Destination, stored: StoredDestination) => boolean | null;
}> {
  const known = new Map<string, Buffer | null>();
  for (const stored of digests) {
    const [id = ''] = stored.split(':');
    if (!known.has(id)) known.set(id, await keys.derivedOf(id, 'fingerprints'));
  }
  const partsOf = ({ destinationDigest }: StoredDestination) => {
    const [id = '', account, whole] = destinationDigest.split(':');
    return { key: known.get(id) ?? null, account, whole };
  };
  return {
    isSameAccount: (account, stored) => {
      const masked = /^[X*]{2,}([A-Z0-9]{2,})$/i.exec(account.replaceAll(/[^A-Za-z0-9*]/g, ''));
      if (masked) return stored.destination.toUpperCase().endsWith((masked[1] ?? '').slice(-4).toUpperCase());
      const { key, account: expected } = partsOf(stored);
      return key === null ? null : digest(key, comparable(account)) === expected;
    },
    isUnchanged: (destination, stored) => {
      const { key, account, whole } = partsOf(stored);
      if (key === null) return null;
      // A run of an earlier release has the first digest alone.
      if (whole === undefined) return digest(key, comparable(paidTo(destination))) === account;
      // Of an earlier release, the name of a payee without an account holder is not in it.
      const known = [exact(destination), exactWith(destination.payee.holder, destination)];
      return known.some((text) => digest(key, text) === whole);
    },
  };
}
