import type { Actor, AppContext } from '../../context.ts';
import { type PersonFlag, type Toggle, toggleFlag } from '../../db/toggle-flag.ts';

const MECHANIC_EXPERT: PersonFlag = {
  table: 'mechanics',
  column: 'is_expert',
  field: 'isExpert',
  entity: 'mechanic',
  noun: 'mechanic',
  on: { action: 'marked_expert', done: 'marked this mechanic as expert' },
  off: { action: 'marked_regular', done: 'marked this mechanic as regular' },
};

/**
 * Marks a mechanic as expert, or as regular again (MECH-10).
 * @returns what is in force now
 * @throws 404; 409 when somebody else has changed it since the caller looked
 */
export async function toggleMechanicExpert(
  context: AppContext,
  actor: Actor,
  toggle: Toggle,
): Promise<{ isExpert: boolean }> {
  return { isExpert: await toggleFlag(context, actor, MECHANIC_EXPERT, toggle) };
}
