import type { Emergency } from '@wayside/contract/roadside';
import { eq } from 'drizzle-orm';
import { conflict } from '../../api-error.ts';
import { statedFields } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { emergencyClaims } from '../../platform/db/schema/roadside.ts';
import {
  changeEmergency,
  type DeskContext,
  type DeskEntry,
  type EmergencyInput,
  type LockedEmergency,
} from './change-emergency.ts';
import { requireUnclaimed } from './claim-emergency.ts';
import { desksOnShift, lockShift } from './shifts.ts';

export interface OfferEmergencyInput extends EmergencyInput {
  /** The colleague; null takes the offer back. */
  readonly adminId: string | null;
}

/**
 * Offers an own claim to somebody whose desk is open, instead of the present recipient, or takes the offer back (ROAD-03). The
 * owner keeps it until it is accepted.
 * @throws 403, 404; 409 where the caller does not have it, or the colleague cannot take it
 */
export function offerEmergency(context: DeskContext, input: OfferEmergencyInput): Promise<Emergency> {
  const { adminId } = input;
  const change = async (locked: LockedEmergency): Promise<readonly DeskEntry[]> => {
    const { client, found, me } = locked;
    requireUnclaimed(locked, context);
    if (adminId === found.offeredToId) return [];
    if (found.ownerId === null) throw conflict('Nobody has this emergency: claim it first.');
    if (adminId === null) return withdraw(locked);
    if (adminId === me) throw conflict('You have this emergency yourself.');
    const desk = (await desksOnShift(client, context.now)).find(({ id }) => id === adminId);
    if (!desk) throw conflict('They are not on shift. Offer it to somebody who is.');
    if (!desk.isOpen) throw conflict('Their desk is not open. Offer it to somebody whose desk is.');
    await setOffer(locked, adminId);
    await locked.addStep('offered', { colleagueId: adminId });
    return [{ action: 'handover_offered', changes: statedFields({ adminId }) }];
  };
  return changeEmergency(context, input, change, async (client) => {
    if (adminId !== null) await lockShift(client, adminId, context.now);
  });
}

async function withdraw(locked: LockedEmergency): Promise<DeskEntry[]> {
  await setOffer(locked, null);
  await locked.addStep('offer_withdrawn', { colleagueId: locked.found.offeredToId });
  return [{ action: 'handover_withdrawn' }];
}

/** Sets whom a claim is offered to, or nobody. */
export async function setOffer({ client, found }: LockedEmergency, offeredTo: string | null): Promise<void> {
  await orm(client)
    .update(emergencyClaims)
    .set({ offeredTo, offeredAt: offeredTo === null ? null : found.readAt })
    .where(eq(emergencyClaims.bookingId, found.id));
}
