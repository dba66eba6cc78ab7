import type { OwnAccount } from '@wayside/contract/profile';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { notSignedIn } from '../../api-error.ts';
import type { ActorContext, AppContext, Session } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { admins } from '../../platform/db/schema/session.ts';

const { id, name, email, role, createdAt } = admins;

const asOwnAccount = (
  row: Pick<typeof admins.$inferSelect, 'id' | 'name' | 'email' | 'role' | 'createdAt'>,
): OwnAccount => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

/** The account of who is signed in (TEAM-03). */
export async function readOwnAccount({ database }: AppContext, { admin }: Session): Promise<OwnAccount> {
  const [row] = await database.orm
    .select({ id, name, email, role, createdAt })
    .from(admins)
    .where(eq(id, admin.id));
  if (!row) throw notSignedIn();
  return asOwnAccount(row);
}

/** Changes one's own name (TEAM-03). The log holds that it changed, and no name. */
export function renameSelf(
  { database, actor, now }: ActorContext,
  { admin, name: given }: { readonly admin: Session['admin']; readonly name: string },
): Promise<OwnAccount> {
  return database.transaction(async (client: pg.ClientBase) => {
    const [before] = await orm(client).select({ name }).from(admins).where(eq(id, admin.id)).for('update');
    const [row] = await orm(client)
      .update(admins)
      .set({ name: given })
      .where(eq(id, admin.id))
      .returning({ id, name, email, role, createdAt });
    if (!row) throw notSignedIn();
    if (before?.name !== given)
      await recordActivity(client, actor, now(), {
        action: 'updated',
        entity: 'admin',
        entityId: admin.id,
        changes: [{ field: 'name', before: null, after: null }],
      });
    return asOwnAccount(row);
  });
}
