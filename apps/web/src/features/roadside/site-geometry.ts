import type { GeoPoint } from '@wayside/contract/wire/geo-point';

export const RING_METRES = [2_000, 5_000, 10_000, 25_000] as const;

/** Radius of the widest ring, in units of the plan. */
export const PLAN_RADIUS = 100;

/** Returns the radius for a distance. The square root gives the inner rings more space. */
export function planRadius(metres: number): number {
  return PLAN_RADIUS * Math.sqrt(Math.min(1, Math.max(0, metres) / RING_METRES[3]));
}

const RADIANS = Math.PI / 180;

/** Returns the direction between two places, in radians clockwise from north; also works across 180° of longitude. */
export function bearing(from: GeoPoint, to: GeoPoint): number {
  const east = (((to.longitude - from.longitude + 540) % 360) - 180) * RADIANS;
  const [start, end] = [from.latitude * RADIANS, to.latitude * RADIANS];
  return Math.atan2(
    Math.sin(east) * Math.cos(end),
    Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(east),
  );
}

/** Returns a mechanic's position on the plan: x points east, y points south, and the car is at 0, 0. */
export function planPoint(
  car: GeoPoint,
  { place: location, metres }: { readonly place: GeoPoint; readonly metres: number },
): { readonly x: number; readonly y: number } {
  const angle = bearing(car, location);
  const radius = planRadius(metres);
  return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Possible positions of a ring label, in turns from the top. */
const LABEL_TURNS = [0, 1 / 8, -1 / 8, 1 / 4, -1 / 4, 3 / 8, -3 / 8, 1 / 2] as const;
const LABEL_SPACE = 16;

/** Returns the position of a ring label: the first that is away from all dots, otherwise the one farthest from them. */
export function ringLabelPoint(metres: number, dots: readonly Point[]): Point {
  const radius = planRadius(metres) + 1.5;
  const labelPositions = LABEL_TURNS.map((turn) => {
    const angle = turn * 2 * Math.PI;
    const point = { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
    return { point, room: Math.min(...dots.map(({ x, y }) => Math.hypot(x - point.x, y - point.y))) };
  });
  const free = labelPositions.find(({ room }) => room >= LABEL_SPACE);
  return (free ?? labelPositions.reduce((best, each) => (each.room > best.room ? each : best))).point;
}

interface Mark extends Point {
  readonly radius: number;
}

interface DotLabel extends Point {
  readonly text: string;
}

const LABEL_HALF_HEIGHT = 3.6;
const CHARACTER_WIDTH = 3.7;
/** The marker of the car. */
const CAR: Mark = { x: 0, y: 1, radius: 6.5 };

/**
 * Returns the positions of the distance labels of dots: below, above, right or left, without touching a dot, mark,
 * label or the car. A label without space is omitted, because the list shows every distance.
 */
export function placeLabels(
  dots: readonly DotLabel[],
  { dotRadius, marks }: { readonly dotRadius: number; readonly marks: readonly Mark[] },
): readonly DotLabel[] {
  const covered: Mark[] = [CAR, ...marks, ...dots.map(({ x, y }) => ({ x, y, radius: dotRadius + 0.6 }))];
  const placed: DotLabel[] = [];
  for (const { x, y, text } of dots) {
    const halfWidth = halfWidthOf(text);
    const down = dotRadius + LABEL_HALF_HEIGHT + 1;
    const aside = dotRadius + halfWidth + 1.5;
    const candidates = [
      { x, y: y + down },
      { x, y: y - down },
      { x: x + aside, y },
      { x: x - aside, y },
    ];
    const free = candidates.find(
      (point) =>
        Math.abs(point.x) + halfWidth <= PLAN_RADIUS + 9 &&
        Math.abs(point.y) + LABEL_HALF_HEIGHT <= PLAN_RADIUS + 9 &&
        covered.every((mark) => !touches(point, halfWidth, mark)) &&
        placed.every(
          (other) =>
            Math.abs(other.x - point.x) >= halfWidth + halfWidthOf(other.text) ||
            Math.abs(other.y - point.y) >= 2 * LABEL_HALF_HEIGHT,
        ),
    );
    if (free) placed.push({ ...free, text });
  }
  return placed;
}

const halfWidthOf = (text: string): number => (text.length * CHARACTER_WIDTH) / 2;

function touches(point: Point, halfWidth: number, { x, y, radius }: Mark): boolean {
  const dx = Math.max(0, Math.abs(x - point.x) - halfWidth);
  const dy = Math.max(0, Math.abs(y - point.y) - LABEL_HALF_HEIGHT);
  return Math.hypot(dx, dy) < radius;
}

export const TILE = 256;
export const ZOOMS = { least: 3, most: 18, first: 12 } as const;

export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

/** The largest latitude of Web Mercator maps. */
const MAX_LATITUDE = 85.0511;

/** Returns a position in pixels from the top left of the world at a zoom level (Web Mercator). */
export function mapPoint({ latitude, longitude }: GeoPoint, zoom: number): MapPoint {
  const world = TILE * 2 ** zoom;
  const angle = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180;
  return {
    x: ((longitude + 180) / 360) * world,
    y: ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * world,
  };
}

/** Returns the same point at another zoom level. */
export const atZoom = ({ x, y }: MapPoint, from: number, to: number): MapPoint => {
  const factor = 2 ** (to - from);
  return { x: x * factor, y: y * factor };
};

interface MapTile {
  readonly url: string;
  /** Position in the window, in pixels. */
  readonly left: number;
  readonly top: number;
}

/** Returns the tiles of a window around a point. The world wraps in the east and west. */
export function tilesAround(
  template: string,
  { centre, zoom, width, height }: { centre: MapPoint; zoom: number; width: number; height: number },
): MapTile[] {
  const count = 2 ** zoom;
  const [left, top] = [centre.x - width / 2, centre.y - height / 2];
  const columns = range(Math.floor(left / TILE), Math.floor((left + width) / TILE));
  const rows = range(Math.floor(top / TILE), Math.floor((top + height) / TILE)).filter(
    (row) => row >= 0 && row < count,
  );
  return rows.flatMap((row) =>
    columns.map((column) => ({
      url: template
        .replace('{z}', String(zoom))
        .replace('{x}', String(((column % count) + count) % count))
        .replace('{y}', String(row)),
      left: Math.round(column * TILE - left),
      top: Math.round(row * TILE - top),
    })),
  );
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
