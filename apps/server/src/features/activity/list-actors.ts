import { type ActivityActor, COMMAND_LINE_ID } from '@wayside/contract/activity';
import type { ReadRows } from '@wayside/contract/wire/paging';
import { asc } from 'drizzle-orm';
import type { AppContext } from '../../context.ts';
import { admins } from '../../platform/db/schema/session.ts';

/** Who the log can be filtered by: every administrator, by email, and the command line (PRIV-03). */
export async function listActors({ database }: Pick<AppContext, 'database'>): Promise<ReadRows<ActivityActor>> {
  const rows = await database.orm
    .select({ id: admins.id, email: admins.email })
    .from(admins)
    .orderBy(asc(admins.email), asc(admins.id));
  return { rows: [...rows, { id: COMMAND_LINE_ID, email: 'Command line' }] };
}
