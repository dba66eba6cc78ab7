import type { Database } from '../../db/database.ts';
import { normalizeEmail } from '../../email-address.ts';

interface StoredAdmin {
  readonly id: string;
  readonly email: string;
  readonly emailKey: string | null;
}

/**
 * Stores the normal form of every administrator's email that lacks it: those of a database from before SECU-02. Where two
 * have the same, the older account keeps it; the other can no longer sign in, and its sessions end.
 * @returns a sentence about each account that is closed so, at every start
 */
export async function fillEmailKeys(database: Database): Promise<string[]> {
  const { rowCount } = await database.pool.query('SELECT FROM admins WHERE email_key IS NULL LIMIT 1');
  if (rowCount === 0) return [];
  return database.transaction(async (client) => {
    // Nobody else may give a key to an account meanwhile.
    await client.query('LOCK TABLE admins IN SHARE ROW EXCLUSIVE MODE');
    const { rows } = await client.query<StoredAdmin>(
      `SELECT id, email, email_key AS "emailKey" FROM admins ORDER BY email_key IS NULL, created_at, id`,
    );
    const fixedFilters = new Map<string, string>();
    const closed: string[] = [];
    for (const { id, email, emailKey } of rows) {
      const key = emailKey ?? normalizeEmail(email);
      const owner = fixedFilters.get(key);
      if (owner === undefined) {
        fixedFilters.set(key, email);
        if (emailKey === null) await client.query('UPDATE admins SET email_key = $2 WHERE id = $1', [id, key]);
      } else {
        await client.query('DELETE FROM sessions WHERE admin_id = $1', [id]);
        closed.push(describeClosed(email, owner));
      }
    }
    return closed;
  });
}

const describeClosed = (email: string, owner: string) =>
  `The administrators ${JSON.stringify(owner)} and ${JSON.stringify(email)} have the same email address: only the first can sign in. "npm run admin -- create ${owner}" sets its password.`;
