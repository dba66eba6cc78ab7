import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

// OWASP's recommendation for argon2id, which is the library's default algorithm; about 40 ms here.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The argon2id hash of a password, with its salt and parameters. */
export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

// Made once a process: whoever asks for an unknown email waits as long as for a known one (API-01).
const nobodysHash = hashPassword(randomBytes(32).toString('base64'));

/** Whether the password is the hashed one. Takes the same time when there is no hash to compare with. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await nobodysHash), password);
  return isRight && passwordHash !== null;
}
