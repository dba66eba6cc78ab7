import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { orm } from '../db/orm.ts';
import { admins } from '../db/schema/session.ts';

/** Serializes the transactions that change how an administrator signs in. */
export async function lockAdmin(client: pg.ClientBase, adminId: string): Promise<void> {
  await orm(client).select({ id: admins.id }).from(admins).where(eq(admins.id, adminId)).for('update');
}
