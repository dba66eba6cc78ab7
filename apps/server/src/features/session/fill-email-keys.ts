import { asc, eq, isNull } from 'drizzle-orm';
import { normalizeEmail } from '../../email-address.ts';
import type { Database } from '../../platform/db/database.ts';
import { orm } from '../../platform/db/orm.ts';
import { admins, sessions } from '../../platform/db/schema/session.ts';

/**
 * Stores the normal form of each administrator's email that lacks it, in a database from before SECU-02. Of two accounts
 * with the same form the older one gets it; the other one is closed, and its sessions end.
 * @returns a sentence about each closed account, at every start
 */
export async function fillEmailKeys(database: Database): Promise<string[]> {
  const lacking = await database.orm.select({ id: admins.id }).from(admins).where(isNull(admins.emailKey)).limit(1);
  if (lacking.length === 0) return [];
  return database.transaction(async (client) => {
    // No other transaction may give a key to an account in the meantime.
    await client.query('LOCK TABLE admins IN SHARE ROW EXCLUSIVE MODE');
    const { id, email, emailKey, createdAt } = admins;
    const rows = await orm(client)
      .select({ id, email, emailKey })
      .from(admins)
      .orderBy(asc(isNull(emailKey)), createdAt, id);
    const emailOf = new Map<string, string>();
    const closed: string[] = [];
    for (const admin of rows) {
      const key = admin.emailKey ?? normalizeEmail(admin.email);
      const owner = emailOf.get(key);
      if (owner === undefined) {
        emailOf.set(key, admin.email);
        if (admin.emailKey === null)
          await orm(client).update(admins).set({ emailKey: key }).where(eq(admins.id, admin.id));
      } else {
        await orm(client).delete(sessions).where(eq(sessions.adminId, admin.id));
        closed.push(describeClosed(admin.email, owner));
      }
    }
    return closed;
  });
}

const describeClosed = (email: string, owner: string) =>
  `The administrators ${JSON.stringify(owner)} and ${JSON.stringify(email)} have the same email address: only the first can sign in. "npm run admin -- create ${owner}" sets its password.`;
