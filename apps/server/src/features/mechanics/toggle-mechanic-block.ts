import { mechanicCan } from '@wayside/contract/mechanics';
import { conflict } from '../../api-error.ts';
import type { Actor, AppContext } from '../../context.ts';
import { type PersonFlag, type Toggle, toggleFlag } from '../../db/toggle-flag.ts';

const MECHANIC_BLOCK: PersonFlag = {
  table: 'mechanics',
  column: 'is_blocked',
  field: 'isBlocked',
  entity: 'mechanic',
  noun: 'mechanic',
  on: { action: 'blocked', done: 'blocked this mechanic' },
  off: { action: 'unblocked', done: 'unblocked this mechanic' },
  guard: async (client, id) => {
    const { rows } = await client.query<{ status: string | null }>('SELECT status FROM mechanics WHERE id = $1', [
      id,
    ]);
    if (!rows.every(mechanicCan.beBlocked))
      throw conflict('Only a mechanic whose application is approved can be blocked or unblocked.');
  },
};

/**
 * Blocks or unblocks an approved mechanic (MECH-09, MECH-13).
 * @returns the state that is in force now
 * @throws 404; 409 when they are not approved, or somebody else has changed it since the caller looked
 */
export async function toggleMechanicBlock(
  context: AppContext,
  actor: Actor,
  toggle: Toggle,
): Promise<{ isBlocked: boolean }> {
  return { isBlocked: await toggleFlag(context, actor, MECHANIC_BLOCK, toggle) };
}
