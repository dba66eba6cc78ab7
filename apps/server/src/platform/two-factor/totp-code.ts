import { Secret, TOTP } from 'otpauth';
import type pg from 'pg';
import type { AppContext } from '../../context.ts';

/** Parameters that every authenticator app supports: SHA-1, six digits, 30 seconds. */
const PERIOD_SECONDS = 30;
/** Clocks may differ by one step in either direction (RFC 6238, 5.2). */
const WINDOW_STEPS = 1;
/** The largest clock difference for which a hint is given, in steps. */
const HINT_STEPS = 120;
const SECRET_BYTES = 20;

/** Creates a secret in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the URI for a QR code. */
export const totpUri = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ issuer, label, secret }).toString();

/** Returns the six digits of a code entered with or without spaces; null for other text. */
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

/** Returns the step of a code that is valid now; null for other codes. */
export const acceptedStep = (secret: string, digits: string, at: Date): number | null =>
  stepOf(secret, digits, at, WINDOW_STEPS);

/**
 * Returns by how many seconds the app's clock is ahead; null for other codes. Only for the administrator who sets up
 * the app, because the difference would help an attacker to guess codes.
 */
export function clockOffsetSeconds(secret: string, digits: string, at: Date): number | null {
  const step = stepOf(secret, digits, at, HINT_STEPS);
  return step === null ? null : (step - Math.floor(at.getTime() / 1000 / PERIOD_SECONDS)) * PERIOD_SECONDS;
}

const cellAddressOf = (adminId: string) => ({ table: 'totp', id: adminId, column: 'secret' });

/** Encrypts a secret in the transaction that stores it (PRIV-01). */
export const encryptTotpSecret = (
  { keys }: AppContext,
  client: pg.ClientBase,
  { adminId, secret }: { readonly adminId: string; readonly secret: string },
): Promise<string> => keys.encrypt(client, secret, cellAddressOf(adminId));

/** @throws DecryptionError */
export const decryptTotpSecret = ({ keys }: AppContext, adminId: string, stored: string): Promise<string> =>
  keys.decrypt(stored, cellAddressOf(adminId));
