import { REQUEST_ANSWER_SECONDS, type RequestKind } from '@wayside/contract/roadside';
import { ObjectId } from 'bson';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { conflict } from '../../api-error.ts';
import { orm } from '../../platform/db/orm.ts';
import { emergencyRequests } from '../../platform/db/schema/roadside.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { type DeskContext, type DeskEntry, type LockedEmergency, requireOpen } from './change-emergency.ts';
import { insertClaim, requireUnclaimed } from './claim-emergency.ts';
import { timeOfDay } from './time-of-day.ts';

/** What the marketplace is asked for: a mechanic, or to cancel with a reason. */
export interface WantedChange {
  readonly kind: RequestKind;
  readonly mechanicId: string | null;
  readonly reason: string | null;
}

const LOCK_BOOKING = defineStatement({
  name: 'lock-emergency-booking',
  text: 'SELECT FROM bookings WHERE id = $1 FOR NO KEY UPDATE',
  example: [sampleOf('emergencies', 'booking_id')],
});

/** Locks the booking: a record of the source that comes at the same time is seen, or sees the request and decides on it. */
export const lockBooking = (id: string) => (client: pg.ClientBase) => rowsOf(client, LOCK_BOOKING, [id]);

/** Whether the waiting or confirmed request of the emergency is this one of the same person: a call that came again. */
export function isRepeated({ found, me }: LockedEmergency, wanted: WantedChange): boolean {
  const isSame =
    found.requestedById === me &&
    found.requestKind === wanted.kind &&
    found.askedMechanicId === wanted.mechanicId &&
    found.requestReason === wanted.reason;
  return isSame && (found.requestState === 'confirmed' || isAwaited(found));
}

/** Whether a request waits and the marketplace still has time to answer (ROAD-05). */
function isAwaited({ requestState, requestedAt, readAt }: LockedEmergency['found']): boolean {
  if (requestState !== 'waiting' || requestedAt === null) return false;
  return readAt.getTime() - requestedAt.getTime() < REQUEST_ANSWER_SECONDS * 1000;
}

/**
 * Requires that the caller may ask for something now.
 * @throws 409 names who was first and when
 */
export function requireFree(locked: LockedEmergency, context: Pick<DeskContext, 'settings'>): void {
  const { found } = locked;
  requireOpen(found);
  if (isAwaited(found) && found.requestedAt !== null) {
    const wanted =
      found.requestKind === 'cancel'
        ? 'to cancel this emergency'
        : `for ${found.askedMechanicName ?? 'a mechanic'}`;
    throw conflict(`${found.requestedBy} asked ${wanted} at ${timeOfDay(found.requestedAt, context.settings)}.`);
  }
  requireUnclaimed(locked, context);
}

/**
 * Stores a request instead of one that was not answered, and claims the emergency where nobody has it.
 * @returns the entries before that of the request
 */
export async function storeRequest(locked: LockedEmergency, wanted: WantedChange): Promise<DeskEntry[]> {
  const { client, found, me, addStep } = locked;
  const { id: bookingId, readAt } = found;
  const isClaimed = found.ownerId !== null;
  if (!isClaimed) await insertClaim(locked);
  if (found.requestState === 'waiting' && found.requestId !== null)
    await orm(client)
      .update(emergencyRequests)
      .set({ state: 'withdrawn', decidedAt: readAt })
      .where(eq(emergencyRequests.id, found.requestId));
  const id = new ObjectId().toHexString();
  await orm(client)
    .insert(emergencyRequests)
    .values({ id, bookingId, ...wanted, requestedBy: me, requestedAt: readAt });
  await addStep(`${wanted.kind}_requested`, { mechanicId: wanted.mechanicId, reason: wanted.reason });
  return isClaimed ? [] : [{ action: 'claimed' }];
}
