import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import { orm } from '../db/orm.ts';
import { loginAttempts } from '../db/schema/session.ts';
import { defineStatement, rowsOf, sampleOf } from '../db/statement.ts';

/** An app has three right codes of a million at a time: so many guesses a day find one in 3,000 days. */
const WRONG_CODES_A_DAY = 100;
/** Where attempts are counted by address, they are counted here for all addresses. */
const EVERY_ADDRESS = '';

const accountOf = (adminId: string): Buffer => createHash('sha256').update(`codes of ${adminId}`).digest();

const COUNT = defineStatement({
  name: 'count-wrong-code',
  text: `INSERT INTO login_attempts AS seen (address, account_hash, attempts, window_ends_at)
         VALUES ($1, $2, 1, $3::timestamptz + interval '1 day')
         ON CONFLICT (address, account_hash) DO UPDATE SET
           attempts = CASE WHEN seen.window_ends_at <= $3 THEN 1 ELSE seen.attempts + 1 END,
           window_ends_at = CASE WHEN seen.window_ends_at <= $3 THEN excluded.window_ends_at ELSE seen.window_ends_at END`,
  example: [EVERY_ADDRESS, Buffer.from('example'), new Date(0)],
});
const FIND = defineStatement({
  name: 'find-wrong-codes',
  text: `SELECT attempts, extract(epoch FROM window_ends_at - $3::timestamptz)::float8 AS "secondsLeft"
         FROM login_attempts WHERE address = $1 AND account_hash = $2 AND window_ends_at > $3`,
  row: z.object({ attempts: z.number(), secondsLeft: z.number() }),
  example: [sampleOf('login_attempts', 'address'), sampleOf('login_attempts', 'account_hash'), new Date(0)],
});

/**
 * Checks that codes of the app may still be guessed: anyone who knows the password has as many addresses as they can pay for (SECU-02).
 * Recovery codes and passkeys, which nobody guesses, go on working for the right person.
 * @param client holds the lock of the administrator
 * @throws 429 after too many wrong codes from all addresses together
 */
export async function requireGuessesLeft(client: pg.ClientBase, adminId: string, at: Date): Promise<void> {
  const [found] = await rowsOf(client, FIND, [EVERY_ADDRESS, accountOf(adminId), at]);
  if (found && found.attempts >= WRONG_CODES_A_DAY)
    throw new ApiError(
      'too_many_attempts',
      'Too many wrong codes were entered for this account. Use a recovery code or a passkey, or set a new password.',
      { retryAfterSeconds: found.secondsLeft },
    );
}

/** Counts a wrong code of the app. @param client holds the lock of the administrator */
export async function countWrongCode(client: pg.ClientBase, adminId: string, at: Date): Promise<void> {
  await rowsOf(client, COUNT, [EVERY_ADDRESS, accountOf(adminId), at]);
}

/** Forgets the wrong codes: the person who guessed them no longer knows the password, or there is no app to guess of. */
export async function forgetWrongCodes(client: pg.ClientBase, adminId: string): Promise<void> {
  const { address, accountHash } = loginAttempts;
  await orm(client)
    .delete(loginAttempts)
    .where(and(eq(address, EVERY_ADDRESS), eq(accountHash, accountOf(adminId))));
}
