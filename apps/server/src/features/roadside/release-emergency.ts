import type { Emergency } from '@wayside/contract/roadside';
import { eq } from 'drizzle-orm';
import { orm } from '../../platform/db/orm.ts';
import { emergencyClaims } from '../../platform/db/schema/roadside.ts';
import { changeEmergency, type DeskContext, type EmergencyInput } from './change-emergency.ts';
import { requireUnclaimed } from './claim-emergency.ts';

/**
 * Gives an own claim up; one that nobody has stays so (ROAD-03).
 * @throws 403, 404; 409 names who has it
 */
export function releaseEmergency(context: DeskContext, input: EmergencyInput): Promise<Emergency> {
  return changeEmergency(context, input, async (locked) => {
    const { client, found, addStep } = locked;
    requireUnclaimed(locked, context);
    if (found.ownerId === null) return [];
    await orm(client).delete(emergencyClaims).where(eq(emergencyClaims.bookingId, found.id));
    await addStep('released');
    return [{ action: 'released' }];
  });
}
