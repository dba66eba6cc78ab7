import * as z from 'zod/mini';
import { fieldIssue } from './field-sentences.ts';
import { numeric } from './fields.ts';
import { decodeLeniently, type Wire, wireValue, withLenientDecoder } from './wire.ts';

/** A geographic location, in degrees. */
export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

const pair = z.object({ coordinates: z.optional(z.nullable(z.array(numeric))) });

function pointOf(coordinates: readonly number[] | null | undefined): GeoPoint | null {
  const [longitude, latitude] = coordinates ?? [];
  if (longitude === undefined || latitude === undefined) return null;
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? { latitude, longitude } : null;
}

/**
 * A location, written as `{coordinates: [longitude, latitude]}` on the wire (BOOK-09). Missing or empty coordinates
 * are null.
 */
export const geoPoint: Wire<GeoPoint | null> = withLenientDecoder<GeoPoint | null, Wire<GeoPoint | null>>(
  wireValue(
    pair,
    (value, fail) => {
      const point = pointOf(value.coordinates);
      const isGiven = (value.coordinates?.length ?? 0) > 0;
      return point === null && isGiven ? fail(fieldIssue('position')) : point;
    },
    (point) => ({ coordinates: point ? [point.longitude, point.latitude] : [] }),
  ),
  (value, path, report) => {
    const coordinates = (value as { coordinates?: unknown } | null)?.coordinates;
    const numbers = Array.isArray(coordinates)
      ? coordinates.map((number) => decodeLeniently(numeric, number, report, `${path}.coordinates`))
      : [];
    return numbers.some((number) => number === undefined) ? null : pointOf(numbers as number[]);
  },
);
