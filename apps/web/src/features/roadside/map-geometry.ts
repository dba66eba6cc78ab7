import type { GeoPoint } from '@wayside/contract/wire/geo-point';

/** The pixels of a tile's side. */
export const TILE = 256;
export const ZOOMS = { least: 3, most: 18, first: 12 } as const;

export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

/** The widest latitude that the square world of web maps has. */
const MAX_LATITUDE = 85.0511;

/** Where a place is on the world of a zoom, in pixels from its top left corner (Web Mercator). */
export function mapPoint({ latitude, longitude }: GeoPoint, zoom: number): MapPoint {
  const world = TILE * 2 ** zoom;
  const angle = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180;
  return {
    x: ((longitude + 180) / 360) * world,
    y: ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * world,
  };
}

/** The same point of the world at another zoom. */
export const atZoom = ({ x, y }: MapPoint, from: number, to: number): MapPoint => {
  const factor = 2 ** (to - from);
  return { x: x * factor, y: y * factor };
};

export interface MapTile {
  readonly url: string;
  /** Where it stands in the window, in pixels. */
  readonly left: number;
  readonly top: number;
}

/** The tiles that fill a window around a point; the world goes on in the east and the west, and ends in the north and the south. */
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
