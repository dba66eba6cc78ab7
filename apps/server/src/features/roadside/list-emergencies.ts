import type { Emergency, RoadsideDesk, RoadsideTargets } from '@wayside/contract/roadside';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { placeName } from '../../platform/places/gazetteer.ts';
import { COUNT_EMERGENCIES, type EmergencyRow, LIST_EMERGENCIES, READ_EMERGENCY } from './emergency-statements.ts';
import { desksOnShift } from './shifts.ts';

/** The queue of the desk (ROAD-01). */
export interface EmergencyQueue {
  readonly rows: Emergency[];
  readonly counts: Readonly<Record<Emergency['state'], number>>;
  readonly targets: RoadsideTargets;
  readonly desks: RoadsideDesk[];
  readonly now: string;
}

/** The emergencies of the desk, the one longest over its target first, with what the desk shows beside them (ROAD-01). */
export async function listEmergencies({
  database,
  now: clock,
}: Pick<AppContext, 'database' | 'now'>): Promise<EmergencyQueue> {
  const [rows, [counted], desks] = await Promise.all([
    database.rows(LIST_EMERGENCIES, []),
    database.rows(COUNT_EMERGENCIES, []),
    desksOnShift(database.pool, clock),
  ]);
  if (!counted) throw new Error('a selection of values returned no row');
  const { claimSeconds, assignSeconds, arriveSeconds, now, ...counts } = counted;
  return {
    rows: rows.map(asEmergency),
    counts,
    targets: { claimSeconds, assignSeconds, arriveSeconds },
    desks,
    now: now.toISOString(),
  };
}

/** One emergency (ROAD-01). @throws 404 where the booking is none, or was never on the desk */
export async function getEmergency(
  { database }: Pick<AppContext, 'database'>,
  { id }: { readonly id: string },
): Promise<Emergency> {
  const [row] = await database.rows(READ_EMERGENCY, [id]);
  if (!row) throw notFound('emergency');
  return asEmergency(row);
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** A row of the statements as the contract has it. */
export function asEmergency(row: EmergencyRow): Emergency {
  const { latitude, longitude } = row;
  const location = latitude === null || longitude === null ? null : { latitude, longitude };
  return {
    id: row.id,
    state: row.state,
    status: row.status,
    since: row.since.toISOString(),
    dueAt: iso(row.dueAt),
    waitDueAt: iso(row.waitDueAt),
    createdAt: iso(row.createdAt),
    problem: row.problem,
    vehicleTypes: row.vehicleTypes ?? [],
    location,
    place: location && placeName(location),
    customer: personOf(row.customerId, row.customerName, row.customerPhone, row.customerEmail),
    mechanic: personOf(row.mechanicId, row.mechanicName, row.mechanicPhone, row.mechanicEmail),
    claim:
      row.ownerId === null || row.claimedAt === null
        ? null
        : {
            ownerId: row.ownerId,
            owner: row.owner ?? '',
            claimedAt: row.claimedAt.toISOString(),
            offeredToId: row.offeredToId,
            offeredTo: row.offeredTo,
          },
    request:
      row.requestKind === null || row.requestedAt === null
        ? null
        : {
            kind: row.requestKind,
            mechanic: personOf(row.askedMechanicId, row.askedMechanicName, row.askedMechanicPhone, null),
            reason: row.requestReason,
            requestedById: row.requestedById ?? '',
            requestedBy: row.requestedBy ?? '',
            requestedAt: row.requestedAt.toISOString(),
            state: row.requestState ?? 'waiting',
          },
    noteCount: row.noteCount,
  };
}

const personOf = (id: string | null, name: string | null, phone: string | null, email: string | null) =>
  id === null ? null : { id, name, phone, email };
