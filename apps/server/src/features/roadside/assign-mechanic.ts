import type { Emergency } from '@wayside/contract/roadside';
import { and, eq } from 'drizzle-orm';
import type pg from 'pg';
import { conflict, notFound } from '../../api-error.ts';
import { statedFields } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { mechanics } from '../../platform/db/schema/mechanics.ts';
import { changeEmergency, type DeskContext, type EmergencyInput } from './change-emergency.ts';
import { isRepeated, lockBooking, requireFree, storeRequest } from './request-change.ts';

export interface AssignMechanicInput extends EmergencyInput {
  readonly mechanicId: string;
}

/**
 * Asks the marketplace to send a mechanic, by the event `booking.assign_requested`; its record says whether it did (ROAD-05).
 * Claims the emergency where nobody has it. A mechanic who says that they are not available may be asked: a person may know better.
 * @throws 403; 404 for the emergency or the mechanic; 409 names who was first, or why the mechanic cannot be sent
 */
export function assignMechanic(context: DeskContext, input: AssignMechanicInput): Promise<Emergency> {
  const { id, mechanicId } = input;
  const wanted = { kind: 'assign', mechanicId, reason: null } as const;
  return changeEmergency(
    context,
    input,
    async (locked) => {
      if (isRepeated(locked, wanted)) return [];
      requireFree(locked, context);
      const { client, found } = locked;
      if (found.mechanicId !== null)
        throw conflict(`The marketplace has assigned ${found.mechanicName ?? 'a mechanic'} already.`);
      await requireSendable(client, mechanicId);
      const before = await storeRequest(locked, wanted);
      return [...before, { action: 'assign_requested', changes: statedFields({ mechanicId }) }];
    },
    lockBooking(id),
  );
}

async function requireSendable(client: pg.ClientBase, id: string): Promise<void> {
  const [mechanic] = await orm(client)
    .select({ name: mechanics.name, status: mechanics.status, isBlocked: mechanics.isBlocked })
    .from(mechanics)
    .where(and(eq(mechanics.id, id), eq(mechanics.recordState, 'full')));
  if (!mechanic) throw notFound('mechanic');
  const name = mechanic.name ?? 'This mechanic';
  if (mechanic.isBlocked) throw conflict(`${name} is blocked.`);
  if (mechanic.status !== 'approved') throw conflict(`${name} is not approved.`);
}
