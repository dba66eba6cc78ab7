import type { ActorContext } from '../../context.ts';
import { MECHANIC_BLOCK } from '../../platform/db/block-flags.ts';
import { type PersonFlag, type Toggle, toggleFlag } from '../../platform/db/toggle-flag.ts';

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
  return { isBlocked: await toggleFlag(context, MECHANIC_BLOCK, toggle) };
}

/**
 * Marks a mechanic as expert, or as regular again (MECH-10).
 * @returns the state after the change
 * @throws 404; 409 when the state is not the one that the caller saw
 */
export async function toggleMechanicExpert(context: ActorContext, toggle: Toggle): Promise<{ isExpert: boolean }> {
  return { isExpert: await toggleFlag(context, EXPERT, toggle) };
}
