import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { and, eq, gt, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { tooManyAttempts } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { loginAttempts } from '../db/schema/session.ts';
import { defineStatement } from '../db/statement.ts';

/** The maximum attempts of an address for one account and for all accounts (SECU-02). */
const ATTEMPTS_PER_ACCOUNT = 10;
const ATTEMPTS_PER_ADDRESS = 100;
const WINDOW_MINUTES = 15;

// Each accepted attempt restarts an account's window. Otherwise, twenty attempts around the end of a window would be
// accepted.
const COUNT_ATTEMPT = defineStatement({
  name: 'count-login-attempt',
  text: `INSERT INTO login_attempts AS seen (address, account_hash, attempts, window_ends_at)
         SELECT $1, account_hash, 1, $3::timestamptz + interval '${WINDOW_MINUTES} minutes' FROM unnest($2::bytea[]) AS account_hash
         ON CONFLICT (address, account_hash) DO UPDATE SET
           attempts = CASE WHEN seen.window_ends_at <= $3 THEN 1 ELSE seen.attempts + 1 END,
           window_ends_at = CASE
             WHEN seen.window_ends_at <= $3 OR (length(seen.account_hash) > 0 AND seen.attempts < ${ATTEMPTS_PER_ACCOUNT}) THEN excluded.window_ends_at
             ELSE seen.window_ends_at END
         RETURNING length(account_hash) = 0 AS "isWholeAddress", attempts,
           extract(epoch FROM window_ends_at - $3::timestamptz)::float8 AS "secondsLeft"`,
  row: z.object({ isWholeAddress: z.boolean(), attempts: z.number(), secondsLeft: z.number() }),
  example: ['192.0.2.9', [Buffer.alloc(0), Buffer.from('example')], new Date(0)],
});
const ALL_ACCOUNTS = Buffer.alloc(0);

/**
 * Returns the network of an address. All IPv6 addresses of a /64 count as one, because they usually belong to one
 * user.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(address.includes('::') ? missing : 0).fill('0')].slice(0, 4).join(':');
}

/** Hashes the email of an attempt, because it may not belong to any account. */
export const accountHashOf = (emailKey: string): Buffer => createHash('sha256').update(emailKey).digest();

export interface LoginAttempt {
  /** Deletes the address's attempts at the account after a correct password. */
  succeed(): Promise<void>;
  /** Deletes only this attempt, because a second step follows the correct password. */
  succeedFirstStep(): Promise<void>;
}

/**
 * Counts a sign-in attempt before the password is checked, so that simultaneous attempts are counted too.
 * @param emailKey in normal form
 * @throws 429 with Retry-After
 */
export async function beginLoginAttempt(
  context: AppContext,
  clientAddress: string,
  emailKey: string,
): Promise<LoginAttempt> {
  const { database, now } = context;
  const from = networkOf(clientAddress);
  const account = accountHashOf(emailKey);
  const counted = await database.rows(COUNT_ATTEMPT, [from, [ALL_ACCOUNTS, account], now()]);
  for (const { isWholeAddress, attempts, secondsLeft } of counted) {
    if (attempts > (isWholeAddress ? ATTEMPTS_PER_ADDRESS : ATTEMPTS_PER_ACCOUNT))
      throw tooManyAttempts(secondsLeft);
  }
  const { address, accountHash, attempts, windowEndsAt } = loginAttempts;
  const succeedFirstStep = async () => {
    await database.orm
      .update(loginAttempts)
      .set({ attempts: sql`${attempts} - 1` })
      .where(and(eq(address, from), eq(accountHash, ALL_ACCOUNTS), gt(attempts, 0)));
  };
  return {
    succeedFirstStep,
    succeed: async () => {
      await database.orm
        .delete(loginAttempts)
        .where(or(and(eq(address, from), eq(accountHash, account)), lte(windowEndsAt, now())));
      await succeedFirstStep();
    },
  };
}
