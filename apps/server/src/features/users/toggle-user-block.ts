import type { ActorContext } from '../../context.ts';
import { USER_BLOCK } from '../../platform/db/block-flags.ts';
import { type Toggle, toggleFlag } from '../../platform/db/toggle-flag.ts';

/**
 * Blocks or unblocks a customer (USER-05).
 * @returns the state that is in force now
 * @throws 404; 409 when somebody else has changed it since the caller looked
 */
export async function toggleUserBlock(context: ActorContext, toggle: Toggle): Promise<{ isBlocked: boolean }> {
  return { isBlocked: await toggleFlag(context, USER_BLOCK, toggle) };
}
