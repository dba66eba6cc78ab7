import {
  type LeftOutMechanic,
  MAX_LEFT_OUT,
  MAX_NEAREST,
  type NearMechanic,
} from '@wayside/contract/roadside-requests';
import { VEHICLE_TYPES } from '@wayside/contract/wire/fields';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import {
  LIST_NEAR,
  LIST_NEAREST,
  type NearRow,
  nearestValues,
  nearValues,
  READ_PLACE,
} from './nearest-statements.ts';

/** Who can go to an emergency, and who was excluded. */
export interface NearestMechanics {
  readonly rows: NearMechanic[];
  readonly leftOut: LeftOutMechanic[];
  readonly now: string;
}

const KNOWN: ReadonlySet<string> = new Set(VEHICLE_TYPES);

/**
 * The ten nearest mechanics who can go to an emergency, and the nearest twenty who were excluded with the first reason (ROAD-04): within
 * 25 km, and those who could go but are too far, up to 100 km. Everybody is looked at only where few are near. An unknown kind of vehicle, of the customer or of a mechanic, keeps nobody.
 * @returns nobody where the booking has no place
 * @throws 404 where the booking is no emergency of the desk
 */
export async function listNearest(
  { database }: Pick<AppContext, 'database'>,
  { id }: { readonly id: string },
): Promise<NearestMechanics> {
  const [place] = await database.rows(READ_PLACE, [id]);
  if (!place) throw notFound('emergency');
  const { latitude, longitude, vehicleTypes, now } = place;
  if (latitude === null || longitude === null) return { rows: [], leftOut: [], now: now.toISOString() };
  const known = vehicleTypes.filter((type) => KNOWN.has(type));
  const needed = { place: { latitude, longitude }, vehicleTypes: known, now };
  const near = sorted(await database.rows(LIST_NEAR, nearValues(needed)));
  const isFull = near.rows.length === MAX_NEAREST && near.leftOut.length === MAX_LEFT_OUT;
  const found = isFull ? near : sorted(await database.rows(LIST_NEAREST, nearestValues(needed)));
  return { ...found, now: now.toISOString() };
}

const sorted = (found: readonly NearRow[]): Pick<NearestMechanics, 'rows' | 'leftOut'> => ({
  rows: found.flatMap((row) => (row.reason === null ? [asNear(row)] : [])),
  leftOut: found.flatMap(({ reason, ...row }) => (reason === null ? [] : [{ ...asNear(row), reason }])),
});

const asNear = ({
  latitude,
  longitude,
  placedAt,
  metres,
  lastJobs,
  ...row
}: Omit<NearRow, 'reason'>): NearMechanic => ({
  id: row.id,
  name: row.name,
  phone: row.phone,
  vehicleTypes: row.vehicleTypes,
  isExpert: row.isExpert,
  source: row.source,
  place: { latitude, longitude },
  placedAt: placedAt?.toISOString() ?? null,
  metres: Math.round(metres),
  lastJobs: lastJobs.map(({ at, ...job }) => ({ ...job, at: at === null ? null : new Date(at).toISOString() })),
});
