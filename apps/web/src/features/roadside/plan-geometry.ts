import type { GeoPoint } from '@wayside/contract/wire/geo-point';

/** The rings of the plan around the car, in metres (ROAD-06). */
export const RING_METRES = [2_000, 5_000, 10_000, 25_000] as const;

/** The radius of the widest ring, in units of the plan. */
export const PLAN_RADIUS = 100;

/**
 * How far from the middle a distance is drawn. The square root gives the near rings room: on a linear plan the ring of 2 km
 * would be a spot.
 */
export function planRadius(metres: number): number {
  return PLAN_RADIUS * Math.sqrt(Math.min(1, Math.max(0, metres) / RING_METRES[3]));
}

const RADIANS = Math.PI / 180;

/** The direction from one place to another, in radians clockwise from north; also across 180° of longitude. */
export function bearing(from: GeoPoint, to: GeoPoint): number {
  const east = (((to.longitude - from.longitude + 540) % 360) - 180) * RADIANS;
  const [start, end] = [from.latitude * RADIANS, to.latitude * RADIANS];
  return Math.atan2(
    Math.sin(east) * Math.cos(end),
    Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(east),
  );
}

/** Where a mechanic is on the plan: x to the east, y to the south, the car at 0, 0. */
export function planPoint(
  car: GeoPoint,
  { place, metres }: { readonly place: GeoPoint; readonly metres: number },
): { readonly x: number; readonly y: number } {
  const angle = bearing(car, place);
  const radius = planRadius(metres);
  return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the distance of a ring can stand, from the top on, as parts of a turn. */
const LABEL_TURNS = [0, 1 / 8, -1 / 8, 1 / 4, -1 / 4, 3 / 8, -3 / 8, 1 / 2] as const;
const LABEL_ROOM = 16;

/** The place of a ring's label: at the top, or else the first on the ring where no dot covers it, or where they are farthest. */
export function ringLabelPoint(metres: number, dots: readonly Point[]): Point {
  const radius = planRadius(metres) + 1.5;
  const places = LABEL_TURNS.map((turn) => {
    const angle = turn * 2 * Math.PI;
    const point = { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
    return { point, room: Math.min(...dots.map(({ x, y }) => Math.hypot(x - point.x, y - point.y))) };
  });
  const free = places.find(({ room }) => room >= LABEL_ROOM);
  return (free ?? places.reduce((best, each) => (each.room > best.room ? each : best))).point;
}
