import { type Slot, slot } from '@wayside/contract/master';
import { wireKey } from '@wayside/contract/wire/wire-object';
import { badRequest } from '../../api-error.ts';
import type { Actor, AppContext } from '../../context.ts';
import { updateRecord } from '../../crud/change-record.ts';
import { knownDuration } from './known-duration.ts';
import { SLOTS } from './master-collections.ts';

interface GivenSlot {
  /** As the body says it; the path has said it already. */
  readonly id?: string | undefined;
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  /** Null: computed anew. */
  readonly duration?: string | null | undefined;
}

/** Changes what is given of a slot (SLOT-05). @throws 404, 400 */
export function updateSlot(context: AppContext, actor: Actor, id: string, given: GivenSlot): Promise<Slot> {
  if (given.id !== undefined && given.id !== id)
    throw badRequest([{ field: wireKey(slot, 'id'), message: 'must be the id in the path' }]);
  return updateRecord(context, actor, SLOTS, id, (stored) => {
    const startTime = given.startTime ?? stored.startTime;
    const endTime = given.endTime ?? stored.endTime;
    const duration = given.duration === undefined ? stored.duration : given.duration;
    return { startTime, endTime, duration: knownDuration({ startTime, endTime, duration }) };
  });
}
