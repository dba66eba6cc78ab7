import type { Emergency } from '@wayside/contract/roadside';
import { eq } from 'drizzle-orm';
import { conflict } from '../../api-error.ts';
import { statedFields } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { emergencyClaims } from '../../platform/db/schema/roadside.ts';
import { changeEmergency, type DeskContext, type EmergencyInput, requireOpen } from './change-emergency.ts';
import { requireUnclaimed } from './claim-emergency.ts';

/**
 * Takes a claim over that was offered to the caller (ROAD-03). The time until a mechanic is assigned runs on from the claim.
 * @throws 403, 404; 409 where it is not offered to the caller any more
 */
export function acceptEmergency(context: DeskContext, input: EmergencyInput): Promise<Emergency> {
  return changeEmergency(context, input, async (locked) => {
    const { client, found, me, addStep } = locked;
    requireOpen(found);
    if (found.ownerId === me) return [];
    if (found.ownerId === null) throw conflict('Nobody has this emergency any more: claim it.');
    if (found.offeredToId !== me) requireUnclaimed(locked, context);
    await orm(client)
      .update(emergencyClaims)
      .set({ adminId: me, offeredTo: null, offeredAt: null })
      .where(eq(emergencyClaims.bookingId, found.id));
    await addStep('handed_over', { colleagueId: found.ownerId });
    return [{ action: 'handed_over', changes: statedFields({ adminId: found.ownerId }) }];
  });
}
