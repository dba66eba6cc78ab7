import {
  type Emergency,
  MUTE_HOURS,
  REQUEST_TIMEOUT_SECONDS,
  type RequestKind,
  type RoadsideDesk,
  type RoadsideTargets,
} from '@wayside/contract/roadside';
import { ObjectId } from 'bson';
import { and, eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { conflict, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { timeParam } from '../../date-params.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { toFieldChanges } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { mechanics } from '../../platform/db/schema/mechanics.ts';
import { emergencyClaims, emergencyRequests, roadsideSettings } from '../../platform/db/schema/roadside.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import {
  changeEmergency,
  type DeskContext,
  type DeskEntry,
  type EmergencyInput,
  insertClaim,
  type LockedEmergency,
  requireOpen,
  requireUnclaimed,
  setOffer,
} from './change-emergency.ts';
import { recordDeskHeartbeat } from './expire-claims.ts';
import { listDesksOnShift, lockShift, requireShift } from './shifts.ts';

/** A request to the marketplace: send a mechanic, or cancel with a reason. */
interface RequestedChange {
  readonly kind: RequestKind;
  readonly mechanicId: string | null;
  readonly reason: string | null;
}

const LOCK_BOOKING = defineStatement({
  name: 'lock-emergency-booking',
  text: 'SELECT FROM bookings WHERE id = $1 FOR NO KEY UPDATE',
  example: [sampleOf('emergencies', 'booking_id')],
});

/**
 * Returns a function that locks the booking, so that the request and a concurrent record of the source see each
 * other.
 */
const lockBooking = (id: string) => (client: pg.ClientBase) => rowsOf(client, LOCK_BOOKING, [id]);

/**
 * Checks whether the waiting or confirmed request of the emergency is the same request by the same user, which means
 * that the call is repeated.
 */
function isRepeated({ emergency, adminId }: LockedEmergency, wanted: RequestedChange): boolean {
  const isSame =
    emergency.requestedById === adminId &&
    emergency.requestKind === wanted.kind &&
    emergency.askedMechanicId === wanted.mechanicId &&
    emergency.requestReason === wanted.reason;
  return isSame && (emergency.requestState === 'confirmed' || isRequestPending(emergency));
}

/** Checks whether a request is pending and the marketplace still has time to respond (ROAD-05). */
function isRequestPending({ requestState, requestedAt, readAt }: LockedEmergency['emergency']): boolean {
  if (requestState !== 'waiting' || requestedAt === null) return false;
  return readAt.getTime() - requestedAt.getTime() < REQUEST_TIMEOUT_SECONDS * 1000;
}

/**
 * Requires that the caller may make a request now. @throws 409 with the user who has already made a request or
 * claimed the emergency, and the time; 409 if the emergency has ended
 */
function requireNoPendingRequest(locked: LockedEmergency, context: Pick<DeskContext, 'settings'>): void {
  const { emergency } = locked;
  requireOpen(emergency);
  if (isRequestPending(emergency) && emergency.requestedAt !== null) {
    const asked = {
      name: emergency.requestedBy ?? '',
      time: timeParam(emergency.requestedAt, context.settings.timeZone),
    };
    if (emergency.requestKind === 'cancel') throw conflict('asked_to_cancel', asked);
    throw emergency.askedMechanicName === null
      ? conflict('asked_for_some_mechanic', asked)
      : conflict('asked_for_mechanic', { ...asked, mechanic: emergency.askedMechanicName });
  }
  requireUnclaimed(locked, context);
}

/**
 * Replaces a request without a response, and claims an unclaimed emergency if the caller is on shift. @returns the
 * activity entries that precede the entry of the request
 */
async function storeRequest(locked: LockedEmergency, wanted: RequestedChange): Promise<DeskEntry[]> {
  const { client, emergency, adminId, addStep } = locked;
  const { id: bookingId, readAt } = emergency;
  const isClaiming = emergency.ownerId === null && locked.isOnShift;
  if (isClaiming) await insertClaim(locked);
  if (emergency.requestState === 'waiting' && emergency.requestId !== null)
    await orm(client)
      .update(emergencyRequests)
      .set({ state: 'withdrawn', decidedAt: readAt })
      .where(eq(emergencyRequests.id, emergency.requestId));
  const id = new ObjectId().toHexString();
  await orm(client)
    .insert(emergencyRequests)
    .values({ id, bookingId, ...wanted, requestedBy: adminId, requestedAt: readAt });
  await addStep(`${wanted.kind}_requested`, { mechanicId: wanted.mechanicId, reason: wanted.reason });
  return isClaiming ? [{ action: 'claimed' }] : [];
}

/**
 * Accepts a claim that was offered to the caller (ROAD-03). The time to assign is still measured from the claim.
 * @throws 403; 404; 409 if there is no offer
 */
export function acceptEmergency(context: DeskContext, input: EmergencyInput): Promise<Emergency> {
  return changeEmergency(context, input, async (locked) => {
    const { client, emergency, adminId, addStep } = locked;
    requireOpen(emergency);
    requireShift(locked);
    if (emergency.ownerId === adminId) return [];
    if (emergency.ownerId === null) throw conflict('emergency_given_up');
    if (emergency.offeredToId !== adminId) requireUnclaimed(locked, context);
    await orm(client)
      .update(emergencyClaims)
      .set({ adminId, offeredTo: null, offeredAt: null })
      .where(eq(emergencyClaims.bookingId, emergency.id));
    await addStep('handed_over', { colleagueId: emergency.ownerId });
    return [{ action: 'handed_over', changes: toFieldChanges({ adminId: emergency.ownerId }) }];
  });
}

interface AssignMechanicInput extends EmergencyInput {
  readonly mechanicId: string;
}

/**
 * Requests that the marketplace send a mechanic, with the event `booking.assign_requested`. The booking's record
 * confirms it (ROAD-05). Claims an unclaimed emergency if the caller is on shift. An unavailable mechanic may be
 * requested.
 * @throws 403; 404; 409 with the user who has already made a request or claimed the emergency, or with the reason why
 *   the mechanic cannot be sent
 */
export function assignMechanic(context: DeskContext, input: AssignMechanicInput): Promise<Emergency> {
  const { id, mechanicId } = input;
  const wanted = { kind: 'assign', mechanicId, reason: null } as const;
  return changeEmergency(
    context,
    input,
    async (locked) => {
      if (isRepeated(locked, wanted)) return [];
      requireNoPendingRequest(locked, context);
      const { client, emergency } = locked;
      if (emergency.mechanicId !== null)
        throw emergency.mechanicName === null
          ? conflict('some_mechanic_assigned_already')
          : conflict('assigned_already', { mechanic: emergency.mechanicName });
      await requireSendable(client, mechanicId);
      const before = await storeRequest(locked, wanted);
      return [...before, { action: 'assign_requested', changes: toFieldChanges({ mechanicId }) }];
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
  if (mechanic.isBlocked) throw conflict('person_blocked', { name });
  if (mechanic.status !== 'approved') throw conflict('person_not_approved', { name });
}

interface CancelEmergencyInput extends EmergencyInput {
  readonly reason: string;
}

/**
 * Requests that the marketplace cancel the booking, with the event `booking.cancel_requested`. The booking's record
 * confirms it (ROAD-05). The activity log stores the reason as a note about the customer and the mechanic of the
 * booking, and erases it with them (PRIV-06). @throws 403; 404; 409 with the user who has already made a request or
 * claimed the emergency
 */
export function cancelEmergency(context: DeskContext, input: CancelEmergencyInput): Promise<Emergency> {
  const { id, reason } = input;
  const wanted = { kind: 'cancel', mechanicId: null, reason } as const;
  return changeEmergency(
    context,
    input,
    async (locked) => {
      if (isRepeated(locked, wanted)) return [];
      requireNoPendingRequest(locked, context);
      const { customerId, mechanicId } = locked.emergency;
      const before = await storeRequest(locked, wanted);
      const people = { ...(customerId ? { customerId } : {}), ...(mechanicId ? { mechanicId } : {}) };
      return [
        ...before,
        {
          action: 'cancel_requested',
          changes: toFieldChanges(people),
          note: reason,
          event: { fields: { reason } },
        },
      ];
    },
    lockBooking(id),
  );
}

/** Declines a claim that was offered to the caller (ROAD-03). @throws 403; 404 */
export function declineEmergency(context: DeskContext, input: EmergencyInput): Promise<Emergency> {
  return changeEmergency(context, input, async (locked) => {
    const { emergency, adminId, addStep } = locked;
    if (emergency.offeredToId !== adminId || emergency.ownerId === null) return [];
    await setOffer(locked, null);
    await addStep('declined', { colleagueId: emergency.ownerId });
    return [{ action: 'handover_declined', changes: toFieldChanges({ adminId: emergency.ownerId }) }];
  });
}

interface KeepDeskInput {
  /** If null, the setting is unchanged. */
  readonly isMuted: boolean | null;
  readonly isClosing: boolean;
}

// A repeated mute does not extend the time: the desk must be unmuted before it can be muted again.
const SET_DESK = defineStatement({
  name: 'set-desk',
  text: `UPDATE roadside_desks SET closed_at = CASE WHEN $2::boolean THEN now() END,
      muted_until = CASE WHEN $3::boolean THEN coalesce(muted_until, now() + interval '${MUTE_HOURS} hours')
        WHEN $3::boolean IS NULL AND muted_until > now() THEN muted_until END
    WHERE admin_id = $1 RETURNING now()::timestamptz(3) AS now`,
  row: z.object({ now: z.date() }),
  example: [{ table: 'roadside_desks', column: 'admin_id' }, true, true],
});

/**
 * Marks the desk of a caller on shift as open or closed, and as muted or unmuted (ROAD-02, ROAD-03). From now on,
 * claims live for 90 s, even after closing, because the desk may be open in another tab. @throws 409 if the caller is
 * not on shift (DESK-03)
 */
export async function keepDesk(
  { database, actor, now }: Pick<ActorContext, 'database' | 'actor' | 'now'>,
  { isMuted, isClosing }: KeepDeskInput,
): Promise<{ desks: RoadsideDesk[]; now: string }> {
  const { id } = actor;
  if (id === null) throw new Error('only an administrator has a desk');
  const [set] = await database.transaction(async (client) => {
    requireShift({ isOnShift: await lockShift(client, id, now) });
    await recordDeskHeartbeat(client, id);
    return rowsOf(client, SET_DESK, [id, isClosing, isMuted]);
  });
  if (!set) throw new Error('the desk was not stored');
  return { desks: await listDesksOnShift(database.pool, now), now: set.now.toISOString() };
}

/** Releases the caller's claim (ROAD-03). @throws 403; 404; 409 with the name of the owner */
export function releaseEmergency(context: DeskContext, input: EmergencyInput): Promise<Emergency> {
  return changeEmergency(context, input, async (locked) => {
    const { client, emergency, addStep } = locked;
    requireUnclaimed(locked, context);
    if (emergency.ownerId === null) return [];
    await orm(client).delete(emergencyClaims).where(eq(emergencyClaims.bookingId, emergency.id));
    await addStep('released');
    return [{ action: 'released' }];
  });
}

const FIELDS = ['claimSeconds', 'assignSeconds', 'arriveSeconds'] as const;

type UpdateTargetsInput = { readonly [K in keyof RoadsideTargets]: number | undefined };

/**
 * Sets the targets of the states new, claimed and assigned in seconds. A missing field is unchanged (ROAD-01,
 * OWN-07). @throws 403
 */
export function updateTargets(
  { database, actor, now }: Pick<ActorContext, 'database' | 'actor' | 'now'>,
  input: UpdateTargetsInput,
): Promise<RoadsideTargets> {
  return database.transaction(async (client) => {
    await requireRight(client, actor, 'roadside:configure');
    // Insert the default row if there is none, so that concurrent writers wait for each other.
    await orm(client).insert(roadsideSettings).values({}).onConflictDoNothing();
    const [before] = await orm(client).select().from(roadsideSettings).for('update');
    if (!before) throw new Error('the targets were not inserted');
    const targets = {
      claimSeconds: input.claimSeconds ?? before.claimSeconds,
      assignSeconds: input.assignSeconds ?? before.assignSeconds,
      arriveSeconds: input.arriveSeconds ?? before.arriveSeconds,
    };
    const changes = FIELDS.map((field) => ({ field, before: before[field], after: targets[field] })).filter(
      (change) => change.before !== change.after,
    );
    if (changes.length === 0) return targets;
    await orm(client).update(roadsideSettings).set(targets);
    await recordActivity(client, actor, now(), {
      action: 'updated',
      entity: 'roadside_settings',
      entityId: null,
      changes,
    });
    return targets;
  });
}
