import type { Emergency } from '@wayside/contract/roadside';
import { statedFields } from '../../platform/db/activity-entry.ts';
import { changeEmergency, type DeskContext, type EmergencyInput } from './change-emergency.ts';
import { isRepeated, lockBooking, requireFree, storeRequest } from './request-change.ts';

export interface CancelEmergencyInput extends EmergencyInput {
  readonly reason: string;
}

/**
 * Asks the marketplace to cancel an emergency, by the event `booking.cancel_requested`; its record says whether it did (ROAD-05).
 * The reason may be about people: the log has it as a note of the booking's people, with whom it goes (PRIV-06).
 * @throws 403, 404; 409 names who was first
 */
export function cancelEmergency(context: DeskContext, input: CancelEmergencyInput): Promise<Emergency> {
  const { id, reason } = input;
  const wanted = { kind: 'cancel', mechanicId: null, reason } as const;
  return changeEmergency(
    context,
    input,
    async (locked) => {
      if (isRepeated(locked, wanted)) return [];
      requireFree(locked, context);
      const { customerId, mechanicId } = locked.found;
      const before = await storeRequest(locked, wanted);
      const people = { ...(customerId ? { customerId } : {}), ...(mechanicId ? { mechanicId } : {}) };
      return [
        ...before,
        { action: 'cancel_requested', changes: statedFields(people), note: reason, event: { fields: { reason } } },
      ];
    },
    lockBooking(id),
  );
}
