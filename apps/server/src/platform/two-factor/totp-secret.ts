import type pg from 'pg';
import type { AppContext } from '../../context.ts';

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
