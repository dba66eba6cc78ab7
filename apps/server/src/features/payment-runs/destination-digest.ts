import { createHmac } from 'node:crypto';
import { isMasked, matchesEnd, matchesMaskedAccount } from '../../money/bank-files/masked-account.ts';
import type { DataKeys } from '../../platform/crypto/data-keys.ts';
import { nameInFile, type Payee } from './payees.ts';

/**
 * Returns an account in comparable form: letters and digits without leading zeros, because banks and spreadsheets
 * write accounts differently.
 */
const normalizeText = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .replace(/^0+/, '');

const digest = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** The destination of a payment. A user has seen and approved all of it. */
export interface Destination {
  readonly mode: string | null;
  readonly payee: Pick<Payee, 'name' | 'holder' | 'account' | 'ifsc' | 'upiId'>;
}

const accountOrUpiId = ({ mode, payee }: Destination): string =>
  (mode === 'upi' ? payee.upiId : payee.account) ?? '';

/** Returns the exact characters of the payee's data in the file. */
const exactKey = (destination: Destination): string => exactKeyWith(nameInFile(destination.payee), destination);

const exactKeyWith = (name: string | null, { mode, payee: { account, ifsc, upiId } }: Destination): string =>
  JSON.stringify(mode === 'upi' ? [name, upiId] : [name, account, ifsc]);

/** Returns a UPI id in comparable form, which ignores case (BANK-03). */
const normalizeUpiId = (upiId: string): string => upiId.trim().toLowerCase();

/**
 * Returns a function that creates digests of destinations, which reveal nothing without the data key. A digest
 * contains the key's id, a digest of the account or UPI id in comparable form, a digest of the complete destination,
 * and for a UPI id also a digest of its exact characters.
 */
export async function createDestinationDigester(keys: DataKeys): Promise<(destination: Destination) => string> {
  const { id, key } = await keys.deriveKey('fingerprints');
  return (destination) => {
    const to = accountOrUpiId(destination);
    const upi = destination.mode === 'upi' ? [digest(key, normalizeUpiId(to))] : [];
    return [id, digest(key, normalizeText(to)), digest(key, exactKey(destination)), ...upi].join(':');
  };
}

/** The destination at the time when the run was created. */
interface StoredDestination {
  readonly mode: string;
  /** The masked account or UPI id. */
  readonly destination: string;
  readonly destinationDigest: string;
}

/** The destination that a line of a bank result file names. */
interface NamedDestination {
  readonly account: string | null;
  readonly upiId: string | null;
}

/**
 * Returns functions that compare destinations with digests. The functions return null if the key of a digest is
 * unknown.
 */
export async function createDestinationComparer(
  keys: DataKeys,
  digests: readonly string[],
): Promise<{
  /**
   * Whether the account or UPI ID in a result line is the destination of the row; null if that cannot be decided
   * (BANK-03).
   * @param payee with the current bank details, which are compared with a masked account if they are the same as in
   *   the run
   */
  readonly isSameDestination: (
    named: NamedDestination,
    stored: StoredDestination,
    payee: Destination['payee'] | null,
  ) => boolean | null;
  /** Whether the destination is unchanged; null if the key of the digest is unknown. */
  readonly isUnchanged: (destination: Destination, stored: Omit<StoredDestination, 'mode'>) => boolean | null;
}> {
  const known = new Map<string, Buffer | null>();
  for (const stored of digests) {
    const [id = ''] = stored.split(':');
    if (!known.has(id)) known.set(id, await keys.deriveKeyById(id, 'fingerprints'));
  }
  const partsOf = ({ destinationDigest }: Pick<StoredDestination, 'destinationDigest'>) => {
    const [id = '', paidTo, whole, upi] = destinationDigest.split(':');
    return { key: known.get(id) ?? null, paidTo, whole, upi };
  };
  const isUnchanged = (destination: Destination, stored: Omit<StoredDestination, 'mode'>): boolean | null => {
    const { key, paidTo: account, whole } = partsOf(stored);
    if (key === null) return null;
    // A run of an earlier release has only the first digest.
    if (whole === undefined) return digest(key, normalizeText(accountOrUpiId(destination))) === account;
    // In an earlier release, the digest omitted the name of a payee without an account holder.
    const known = [exactKey(destination), exactKeyWith(destination.payee.holder, destination)];
    return known.some((text) => digest(key, text) === whole);
  };
  const isSameUpiId = (
    named: string,
    stored: StoredDestination,
    { key, payee }: { readonly key: Buffer; readonly payee: Destination['payee'] | null },
  ): boolean | null => {
    const { paidTo: expected, upi } = partsOf(stored);
    const isAlike = digest(key, normalizeText(named)) === expected;
    if (!isAlike && isMasked(named)) return null;
    if (upi !== undefined) return digest(key, normalizeUpiId(named)) === upi;
    // A run of an earlier release has no digest of the exact characters.
    if (!isAlike) return false;
    if (payee === null || isUnchanged({ mode: 'upi', payee }, stored) !== true) return null;
    return normalizeUpiId(payee.upiId ?? '') === normalizeUpiId(named);
  };
  const isSameAccount = (
    named: string,
    stored: StoredDestination,
    { key, now }: { readonly key: Buffer; readonly now: string | null },
  ): boolean | null => {
    const { paidTo: expected } = partsOf(stored);
    const isExpected = digest(key, normalizeText(named)) === expected;
    if (isExpected || !isMasked(named)) return isExpected;
    const isOfRun = now !== null && digest(key, normalizeText(now)) === expected;
    return isOfRun ? matchesMaskedAccount(named, now) : matchesEnd(named, stored.destination);
  };
  return {
    isUnchanged,
    isSameDestination: ({ account, upiId }, stored, payee) => {
      const isUpi = stored.mode === 'upi';
      const named = isUpi ? (upiId ?? account) : (account ?? upiId);
      const { key } = partsOf(stored);
      if (named === null || key === null) return null;
      return isUpi
        ? isSameUpiId(named, stored, { key, payee })
        : isSameAccount(named, stored, { key, now: payee?.account ?? null });
    },
  };
}
