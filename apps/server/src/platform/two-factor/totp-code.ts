import { Secret, TOTP } from 'otpauth';
import type pg from 'pg';
import type { AppContext } from '../../context.ts';

/** What every authenticator app supports: SHA-1, six digits, 30 seconds. */
const PERIOD_SECONDS = 30;
/** A clock may differ by one step either way (RFC 6238, section 5.2). */
const WINDOW_STEPS = 1;
/** How far a clock may be off for the set-up to say by how much. */
const HINT_STEPS = 120;
const SECRET_BYTES = 20;

/** A new secret in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that an authenticator app reads from a QR code. */
export const totpUri = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ issuer, label, secret }).toString();

/** The six digits of a code, which people type with a space in the middle; null for other text. */
export function totpDigits(typed: string): string | null {
  const digits = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

function stepOf(secret: string, digits: string, at: Date, window: number): number | null {
  const delta = new TOTP({ secret, period: PERIOD_SECONDS }).validate({
    token: digits,
    timestamp: at.getTime(),
    window,
  });
  return delta === null ? null : Math.floor(at.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

/** The step whose code it is, among those that are accepted now; null when it is none of them. */
export const acceptedStep = (secret: string, digits: string, at: Date): number | null =>
  stepOf(secret, digits, at, WINDOW_STEPS);

/**
 * By how many seconds the clock of the app is ahead; null when the code is of no time near now. Only for somebody who has
 * just been given the secret: it would help anybody else to guess.
 */
export function clockOffsetSeconds(secret: string, digits: string, at: Date): number | null {
  const step = stepOf(secret, digits, at, HINT_STEPS);
  return step === null ? null : (step - Math.floor(at.getTime() / 1000 / PERIOD_SECONDS)) * PERIOD_SECONDS;
}

const placeOf = (adminId: string) => ({ table: 'totp', id: adminId, column: 'secret' });

/** Encrypts the secret of an authenticator app for its row (PRIV-01), in the transaction that stores it. */
export const encryptTotpSecret = (
  { keys }: AppContext,
  client: pg.ClientBase,
  { adminId, secret }: { readonly adminId: string; readonly secret: string },
): Promise<string> => keys.encrypt(client, secret, placeOf(adminId));

/** @throws DecryptionError when the stored value is not of this administrator */
export const decryptTotpSecret = ({ keys }: AppContext, adminId: string, stored: string): Promise<string> =>
  keys.decrypt(stored, placeOf(adminId));
