import type { Emergency } from '@wayside/contract/roadside';
import { eq } from 'drizzle-orm';
import { conflict } from '../../api-error.ts';
import { orm } from '../../platform/db/orm.ts';
import { emergencies, emergencyClaims } from '../../platform/db/schema/roadside.ts';
import {
  changeEmergency,
  type DeskContext,
  type EmergencyInput,
  type LockedEmergency,
  requireOpen,
} from './change-emergency.ts';
import { requireShift } from './shifts.ts';
import { timeOfDay } from './time-of-day.ts';

/**
 * Claims an emergency that nobody has, or whose claim has expired (ROAD-03). An own one stays as it is.
 * @throws 403, 404; 409 names who has it, or says that it has ended
 */
export function claimEmergency(context: DeskContext, input: EmergencyInput): Promise<Emergency> {
  return changeEmergency(context, input, async (locked) => {
    requireOpen(locked.found);
    requireShift(locked);
    if (locked.found.ownerId === locked.me) return [];
    requireUnclaimed(locked, context);
    await insertClaim(locked);
    return [{ action: 'claimed' }];
  });
}

/** @throws 409 where somebody else has it */
export function requireUnclaimed(
  { found, me }: LockedEmergency,
  { settings }: Pick<DeskContext, 'settings'>,
): void {
  if (found.ownerId === null || found.ownerId === me || found.claimedAt === null) return;
  throw conflict(`${found.owner} has this emergency, claimed at ${timeOfDay(found.claimedAt, settings)}.`);
}

/** Makes the caller the owner of an emergency that nobody has. The key of the table lets nobody else be it too. */
export async function insertClaim({ client, found, me, addStep }: LockedEmergency): Promise<void> {
  const { id, readAt } = found;
  await orm(client).insert(emergencyClaims).values({ bookingId: id, adminId: me, claimedAt: readAt });
  await addStep('claimed');
  const first = orm(client)
    .select({ claimedAt: emergencies.claimedAt })
    .from(emergencies)
    .where(eq(emergencies.bookingId, id));
  if ((await first)[0]?.claimedAt === null)
    await orm(client).update(emergencies).set({ claimedAt: readAt }).where(eq(emergencies.bookingId, id));
}
