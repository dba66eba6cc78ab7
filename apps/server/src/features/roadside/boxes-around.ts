import type { GeoPoint } from '@wayside/contract/wire/geo-point';

/** The mean radius of the earth, in metres. */
export const EARTH_METRES = 6_371_008.8;

const RADIANS = Math.PI / 180;
/** Wider than the error of any calculation here: 10 cm. */
const MARGIN_DEGREES = 1e-6;

/** Longitudes and latitudes in degrees, as PostgreSQL reads a box. */
const boxText = (west: number, south: number, east: number, north: number) =>
  `((${east},${north}),(${west},${south}))`;

/**
 * Two boxes of longitudes and latitudes that hold every place within a distance (ROAD-04): the second is what lies beyond 180° and
 * otherwise the first again. Around a pole every longitude is near.
 * @param metres along the surface, below a quarter of the way around
 */
export function boxesAround({ latitude, longitude }: GeoPoint, metres: number): readonly [string, string] {
  const angle = metres / EARTH_METRES;
  const degrees = angle / RADIANS + MARGIN_DEGREES;
  const south = Math.max(-90, latitude - degrees);
  const north = Math.min(90, latitude + degrees);
  // The circle's easternmost place is nearer to the pole than its centre.
  const wide = Math.sin(angle) / Math.cos(latitude * RADIANS);
  const half = south > -90 && north < 90 && wide < 1 ? Math.asin(wide) / RADIANS + MARGIN_DEGREES : 180;
  if (half >= 180) return [boxText(-180, south, 180, north), boxText(-180, south, 180, north)];
  const [west, east] = [longitude - half, longitude + half];
  const first = boxText(Math.max(-180, west), south, Math.min(180, east), north);
  if (west <= -180) return [first, boxText(west + 360, south, 180, north)];
  if (east >= 180) return [first, boxText(-180, south, east - 360, north)];
  return [first, first];
}
