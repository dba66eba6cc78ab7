import type { ActorContext } from '../../context.ts';
import { type PersonFlag, type Toggle, toggleFlag } from '../../db/toggle-flag.ts';

const USER_BLOCK: PersonFlag = {
  table: 'users',
  column: 'is_blocked',
  field: 'isBlocked',
  entity: 'user',
  noun: 'customer',
  on: { action: 'blocked', done: 'blocked this customer' },
  off: { action: 'unblocked', done: 'unblocked this customer' },
  alsoSet: 'updated_at = $3',
};

/**
 * Blocks or unblocks a customer (USER-05).
 * @returns the state that is in force now
 * @throws 404; 409 when somebody else has changed it since the caller looked
 */
export async function toggleUserBlock(context: ActorContext, toggle: Toggle): Promise<{ isBlocked: boolean }> {
  return { isBlocked: await toggleFlag(context, USER_BLOCK, toggle) };
}
