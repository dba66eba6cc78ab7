import type { ActivityAction } from '@wayside/contract/activity';
import type { Emergency } from '@wayside/contract/roadside';
import type { EmergencyStepKind } from '@wayside/contract/roadside-requests';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { conflict, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { timeParam } from '../../date-params.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { type NewActivityEntry, toFieldChanges } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivities } from '../../platform/db/record-activity.ts';
import { emergencies, emergencyClaims, emergencySteps } from '../../platform/db/schema/roadside.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { expireClaims, recordDeskHeartbeat } from './expire-claims.ts';
import { asEmergency, type OneEmergencyRow, READ_EMERGENCY } from './list-emergencies.ts';
import { listDesksOnShift, lockShift, requireShift } from './shifts.ts';

/** The context of actions at the desk. */
export type DeskContext = Pick<ActorContext, 'database' | 'actor' | 'now' | 'settings'>;

/** An emergency that is locked until the end of the transaction, and the user who changes it. */
export interface LockedEmergency {
  /** Whether the caller is on shift. A claim requires a shift (DESK-03). */
  readonly isOnShift: boolean;
  readonly client: pg.ClientBase;
  readonly emergency: OneEmergencyRow;
  /** The id of the acting administrator. */
  readonly adminId: string;
  /** Appends a step to the timeline. Its time is the database time at which the emergency was read. */
  addStep(
    kind: EmergencyStepKind,
    of?: Partial<Pick<typeof emergencySteps.$inferInsert, 'colleagueId' | 'mechanicId' | 'reason'>>,
  ): Promise<void>;
}

/** The result of an action, for the activity log. */
export interface DeskEntry extends Pick<NewActivityEntry, 'changes' | 'note' | 'event'> {
  readonly action: ActivityAction;
}

export interface EmergencyInput {
  /** The id of the booking. */
  readonly id: string;
}

const LOCK_EMERGENCY = defineStatement({
  name: 'lock-emergency',
  text: 'SELECT FROM emergencies WHERE booking_id = $1 FOR UPDATE',
  example: [sampleOf('emergencies', 'booking_id')],
});

/**
 * Changes an emergency in one transaction (ROAD-03, ROAD-05): checks the rights again, locks the row, calls `change`,
 * and writes activity entries. The action also marks the desk of a user on shift as open (DESK-03).
 * @param change returns the activity entries; an empty list for a repeated call
 * @param lockFirst locks whatever precedes the emergency in the lock order: bookings and a colleague's shift
 * @throws 403; 404 if the booking was never an emergency; 409 from `change`
 */
export async function changeEmergency(
  { database, actor, now }: DeskContext,
  { id }: EmergencyInput,
  change: (locked: LockedEmergency) => Promise<readonly DeskEntry[]>,
  lockFirst: (client: pg.ClientBase) => Promise<unknown> = async () => undefined,
): Promise<Emergency> {
  const { id: me } = actor;
  if (me === null) throw new Error('only an administrator works at the desk');
  // This runs in a separate transaction because it also changes other emergencies, which are not locked here.
  await database.transaction(async (client) => {
    if (await lockShift(client, me, now)) await recordDeskHeartbeat(client, me);
  });
  return database.transaction(async (client) => {
    await requireRight(client, actor, 'roadside:work');
    const isOnShift = await lockShift(client, me, now);
    await lockFirst(client);
    await rowsOf(client, LOCK_EMERGENCY, [id]);
    await expireClaims(client, id);
    const found = await readEmergency(client, id);
    const entries = await change({
      client,
      emergency: found,
      adminId: me,
      isOnShift,
      addStep: async (kind, of = {}) => {
        await orm(client)
          .insert(emergencySteps)
          .values({ bookingId: id, kind, at: found.readAt, adminId: me, ...of });
      },
    });
    const changed = await readEmergency(client, id);
    await recordActivities(
      client,
      actor,
      now(),
      entries.map((entry) => ({ entity: 'booking', entityId: id, ...entry })),
    );
    return asEmergency(changed);
  });
}

async function readEmergency(client: pg.ClientBase, id: string): Promise<OneEmergencyRow> {
  const [row] = await rowsOf(client, READ_EMERGENCY, [id]);
  if (!row) throw notFound('emergency');
  return row;
}

/** @throws 409 if the emergency has ended */
export function requireOpen({ state }: OneEmergencyRow): void {
  if (state === 'ended') throw conflict('emergency_ended');
}

/**
 * Claims an emergency that has no live claim (ROAD-03). If the caller already owns the claim, nothing changes.
 * @throws 403; 404; 409 with the name of the owner, or if the emergency has ended
 */
export function claimEmergency(context: DeskContext, input: EmergencyInput): Promise<Emergency> {
  return changeEmergency(context, input, async (locked) => {
    requireOpen(locked.emergency);
    requireShift(locked);
    if (locked.emergency.ownerId === locked.adminId) return [];
    requireUnclaimed(locked, context);
    await insertClaim(locked);
    return [{ action: 'claimed' }];
  });
}

/** @throws 409 if another user has claimed the emergency */
export function requireUnclaimed(
  { emergency, adminId }: LockedEmergency,
  { settings }: Pick<DeskContext, 'settings'>,
): void {
  if (emergency.ownerId === null || emergency.ownerId === adminId || emergency.claimedAt === null) return;
  throw conflict('emergency_claimed', {
    owner: emergency.owner ?? '',
    time: timeParam(emergency.claimedAt, settings.timeZone),
  });
}

/** Makes the caller the owner of an unclaimed emergency. The primary key of the table prevents a second owner. */
export async function insertClaim({ client, emergency, adminId, addStep }: LockedEmergency): Promise<void> {
  const { id, readAt } = emergency;
  await orm(client).insert(emergencyClaims).values({ bookingId: id, adminId, claimedAt: readAt });
  await addStep('claimed');
  const first = orm(client)
    .select({ claimedAt: emergencies.claimedAt })
    .from(emergencies)
    .where(eq(emergencies.bookingId, id));
  if ((await first)[0]?.claimedAt === null)
    await orm(client).update(emergencies).set({ claimedAt: readAt }).where(eq(emergencies.bookingId, id));
}

interface OfferEmergencyInput extends EmergencyInput {
  /** The colleague; null withdraws the offer. */
  readonly adminId: string | null;
}

/**
 * Offers the caller's claim to a user whose desk is open, or withdraws the offer (ROAD-03). The caller keeps the
 * claim until the offer is accepted.
 * @throws 403; 404; 409 if the caller does not have the claim or the colleague cannot take it
 */
export function offerEmergency(context: DeskContext, input: OfferEmergencyInput): Promise<Emergency> {
  const { adminId } = input;
  const change = async (locked: LockedEmergency): Promise<readonly DeskEntry[]> => {
    const { client, emergency, adminId: me } = locked;
    requireUnclaimed(locked, context);
    if (adminId === emergency.offeredToId) return [];
    if (emergency.ownerId === null) throw conflict('emergency_unclaimed');
    if (adminId === null) return withdraw(locked);
    if (adminId === me) throw conflict('emergency_is_yours');
    const desk = (await listDesksOnShift(client, context.now)).find(({ id }) => id === adminId);
    if (!desk) throw conflict('colleague_not_on_shift');
    if (!desk.isOpen) throw conflict('colleague_desk_closed');
    await setOffer(locked, adminId);
    await locked.addStep('offered', { colleagueId: adminId });
    return [{ action: 'handover_offered', changes: toFieldChanges({ adminId }) }];
  };
  return changeEmergency(context, input, change, async (client) => {
    if (adminId !== null) await lockShift(client, adminId, context.now);
  });
}

async function withdraw(locked: LockedEmergency): Promise<DeskEntry[]> {
  await setOffer(locked, null);
  await locked.addStep('offer_withdrawn', { colleagueId: locked.emergency.offeredToId });
  return [{ action: 'handover_withdrawn' }];
}

/** Sets the user to whom a claim is offered; null for none. */
export async function setOffer({ client, emergency }: LockedEmergency, offeredTo: string | null): Promise<void> {
  await orm(client)
    .update(emergencyClaims)
    .set({ offeredTo, offeredAt: offeredTo === null ? null : emergency.readAt })
    .where(eq(emergencyClaims.bookingId, emergency.id));
}
