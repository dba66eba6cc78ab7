import type { ActivityAction } from '@wayside/contract/activity';
import type { Emergency } from '@wayside/contract/roadside';
import type { EmergencyStepKind } from '@wayside/contract/roadside-requests';
import type pg from 'pg';
import { conflict, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import type { NewActivityEntry } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivities } from '../../platform/db/record-activity.ts';
import { emergencySteps } from '../../platform/db/schema/roadside.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { type OneEmergencyRow, READ_EMERGENCY } from './emergency-statements.ts';
import { expireClaims, seeDesk } from './expire-claims.ts';
import { asEmergency } from './list-emergencies.ts';
import { lockShift } from './shifts.ts';

/** The context of what people do at the desk. */
export type DeskContext = Pick<ActorContext, 'database' | 'actor' | 'now' | 'settings'>;

/** An emergency that nobody else changes until the end of the transaction, and who changes it. */
export interface LockedEmergency {
  /** Whether the caller is on shift: only then they may have a claim (DESK-03). */
  readonly isOnShift: boolean;
  readonly client: pg.ClientBase;
  readonly found: OneEmergencyRow;
  /** The administrator. */
  readonly me: string;
  /** Appends to the timeline, at the time of the database's clock at which the emergency was read. */
  addStep(
    kind: EmergencyStepKind,
    of?: Partial<Pick<typeof emergencySteps.$inferInsert, 'colleagueId' | 'mechanicId' | 'reason'>>,
  ): Promise<void>;
}

/** What a verb has done, for the activity log. */
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
 * Changes an emergency in one transaction (ROAD-03, ROAD-05): its rights are read again, the shift of the caller and its row are locked, `change` compares with the
 * truth and writes, and the activity entries come last. The desk of somebody on shift who does something is open (DESK-03).
 * @param lockFirst locks what must be locked before the emergency: those who erase people and ingest records lock bookings first
 * @param change returns what it did; an empty list for a call that comes again, which gets the same answer
 * @throws 403; 404 where the booking was never an emergency on the desk; 409 by `change`
 */
export async function changeEmergency(
  { database, actor, now }: DeskContext,
  { id }: EmergencyInput,
  change: (locked: LockedEmergency) => Promise<readonly DeskEntry[]>,
  lockFirst: (client: pg.ClientBase) => Promise<unknown> = async () => undefined,
): Promise<Emergency> {
  const { id: me } = actor;
  if (me === null) throw new Error('only an administrator works at the desk');
  // In a transaction of its own: it also changes other emergencies, which are not locked here.
  await database.transaction(async (client) => {
    if (await lockShift(client, me, now)) await seeDesk(client, me);
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
      found,
      me,
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

/** @throws 409 for an emergency that has ended */
export function requireOpen({ state }: OneEmergencyRow): void {
  if (state === 'ended') throw conflict('This emergency has ended.');
}
