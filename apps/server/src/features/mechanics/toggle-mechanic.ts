import { mechanicCan } from '@wayside/contract/mechanics';
import { eq } from 'drizzle-orm';
import { conflict } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../db/orm.ts';
import { mechanics } from '../../db/schema/mechanics.ts';
import { type PersonFlag, type Toggle, toggleFlag } from '../../db/toggle-flag.ts';

const BLOCK: PersonFlag = {
  table: 'mechanics',
  column: 'is_blocked',
  field: 'isBlocked',
  entity: 'mechanic',
  noun: 'mechanic',
  on: { action: 'blocked', done: 'blocked this mechanic' },
  off: { action: 'unblocked', done: 'unblocked this mechanic' },
  guard: async (client, id) => {
    const rows = await orm(client).select({ status: mechanics.status }).from(mechanics).where(eq(mechanics.id, id));
    if (!rows.every(mechanicCan.beBlocked))
      throw conflict('Only a mechanic whose application is approved can be blocked or unblocked.');
  },
};

const EXPERT: PersonFlag = {
  table: 'mechanics',
  column: 'is_expert',
  field: 'isExpert',
  entity: 'mechanic',
  noun: 'mechanic',
  on: { action: 'marked_expert', done: 'marked this mechanic as expert' },
  off: { action: 'marked_regular', done: 'marked this mechanic as regular' },
};

/**
 * Blocks or unblocks an approved mechanic (MECH-09, MECH-13).
 * @returns the state after the change
 * @throws 404; 409 when the mechanic is not approved, or the state is not the one that the caller saw
 */
export async function toggleMechanicBlock(context: ActorContext, toggle: Toggle): Promise<{ isBlocked: boolean }> {
  return { isBlocked: await toggleFlag(context, BLOCK, toggle) };
}

/**
 * Marks a mechanic as expert, or as regular again (MECH-10).
 * @returns the state after the change
 * @throws 404; 409 when the state is not the one that the caller saw
 */
export async function toggleMechanicExpert(context: ActorContext, toggle: Toggle): Promise<{ isExpert: boolean }> {
  return { isExpert: await toggleFlag(context, EXPERT, toggle) };
}
