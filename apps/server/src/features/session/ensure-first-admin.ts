import { randomBytes } from 'node:crypto';
import { ObjectId } from 'bson';
import type { Database } from '../../db/database.ts';
import type { Settings } from '../../settings.ts';
import { hashPassword, isPassword } from './passwords.ts';

/** Everybody may know it: it opens made-up data on somebody's own machine. */
const DEMO_PASSWORD = 'wayside-demo';

/**
 * Makes the first administrator when there is none.
 * @returns how to sign in; the password only when it was just made, or is the demo's known one
 */
export async function ensureFirstAdmin({
  database,
  settings,
}: {
  readonly database: Database;
  readonly settings: Settings;
}): Promise<{ email: string; password: string | null }> {
  const { rows } = await database.pool.query<{ email: string; password_hash: string }>(
    'SELECT email, password_hash FROM admins ORDER BY created_at, id LIMIT 1',
  );
  const [first] = rows;
  if (first) {
    const isDemo = settings.demo && (await isPassword(DEMO_PASSWORD, first.password_hash));
    return { email: first.email, password: isDemo ? DEMO_PASSWORD : null };
  }
  const printable = settings.demo ? DEMO_PASSWORD : randomBytes(12).toString('base64url');
  const made = await database.pool.query(
    `INSERT INTO admins (id, email, name, password_hash) VALUES ($1, $2, 'Admin', $3) ON CONFLICT DO NOTHING`,
    [new ObjectId().toHexString(), settings.adminEmail, await hashPassword(settings.adminPassword ?? printable)],
  );
  // A password that somebody chose is never printed. Another node that starts at the same moment may have been first.
  const isPrinted = settings.adminPassword === null && (made.rowCount === 1 || settings.demo);
  return { email: settings.adminEmail, password: isPrinted ? printable : null };
}
