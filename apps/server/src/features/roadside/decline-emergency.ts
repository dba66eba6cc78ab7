import type { Emergency } from '@wayside/contract/roadside';
import { statedFields } from '../../platform/db/activity-entry.ts';
import { changeEmergency, type DeskContext, type EmergencyInput } from './change-emergency.ts';
import { setOffer } from './offer-emergency.ts';

/**
 * Declines a claim that was offered to the caller; its owner keeps it (ROAD-03). One that is not offered stays as it is.
 * @throws 403, 404
 */
export function declineEmergency(context: DeskContext, input: EmergencyInput): Promise<Emergency> {
  return changeEmergency(context, input, async (locked) => {
    const { found, me, addStep } = locked;
    if (found.offeredToId !== me || found.ownerId === null) return [];
    await setOffer(locked, null);
    await addStep('declined', { colleagueId: found.ownerId });
    return [{ action: 'handover_declined', changes: statedFields({ adminId: found.ownerId }) }];
  });
}
