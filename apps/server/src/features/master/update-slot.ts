import type { Slot } from '@wayside/contract/master';
import type { Actor, AppContext } from '../../context.ts';
import { updateKept } from '../../kept/change-kept.ts';
import { knownDuration } from './known-duration.ts';
import { SLOTS } from './master-collections.ts';

interface GivenSlot {
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  /** Null: computed anew. */
  readonly duration?: string | null | undefined;
}

/** Changes what is given of a slot (SLOT-05). @throws 404, 400 */
export function updateSlot(context: AppContext, actor: Actor, id: string, given: GivenSlot): Promise<Slot> {
  return updateKept(context, actor, SLOTS, id, (slot) => {
    const startTime = given.startTime ?? slot.startTime;
    const endTime = given.endTime ?? slot.endTime;
    const duration = given.duration === undefined ? slot.duration : given.duration;
    return { startTime, endTime, duration: knownDuration({ startTime, endTime, duration }) };
  });
}
