import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { tooManyAttempts } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import type { NamedStatement } from '../../db/database.ts';

/** SECU-02: guesses of one address against one account, and of one address in all. */
const ATTEMPTS_PER_ACCOUNT = 10;
const ATTEMPTS_PER_ADDRESS = 100;
const WINDOW_MINUTES = 15;

// Against one account the minutes begin anew with each guess that is let through: else ten at their end and ten at the next
// beginning would be twenty within a moment.
const COUNT_ATTEMPT: NamedStatement = {
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
};
const FORGET_ATTEMPTS: NamedStatement = {
  name: 'forget-login-attempts',
  text: `DELETE FROM login_attempts WHERE (address = $1 AND account_hash = $2) OR window_ends_at <= $3`,
};
const TAKE_BACK_ATTEMPT: NamedStatement = {
  name: 'take-back-login-attempt',
  text: `UPDATE login_attempts SET attempts = attempts - 1 WHERE address = $1 AND account_hash = '' AND attempts > 0`,
};

interface Counted {
  readonly isWholeAddress: boolean;
  readonly attempts: number;
  readonly secondsLeft: number;
}

/** Neighbours in one IPv6 network of 64 bits are one person with many addresses. */
function network(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(address.includes('::') ? missing : 0).fill('0')].slice(0, 4).join(':');
}

/** What attempts are counted under: addresses of people who may not even be here are not kept. */
export const accountHash = (emailKey: string): Buffer => createHash('sha256').update(emailKey).digest();

/** Counts an attempt before the password is looked at, so that simultaneous guesses count too. */
export interface LoginAttempt {
  /** The password was right: what this address guessed against the account is forgotten. */
  succeed(): Promise<void>;
}

/**
 * Takes note of an attempt to sign in.
 * @param emailKey the account's email in its normal form
 * @throws 429 with Retry-After when there were too many of them
 */
export async function beginLoginAttempt(
  context: AppContext,
  address: string,
  emailKey: string,
): Promise<LoginAttempt> {
  const { database, now } = context;
  const from = network(address);
  const account = accountHash(emailKey);
  const counted = await database.rows<Counted>(COUNT_ATTEMPT, [from, [Buffer.alloc(0), account], now()]);
  for (const { isWholeAddress, attempts, secondsLeft } of counted) {
    if (attempts > (isWholeAddress ? ATTEMPTS_PER_ADDRESS : ATTEMPTS_PER_ACCOUNT))
      throw tooManyAttempts(secondsLeft);
  }
  return {
    succeed: async () => {
      await database.rows(FORGET_ATTEMPTS, [from, account, now()]);
      await database.rows(TAKE_BACK_ATTEMPT, [from]);
    },
  };
}
