import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { GeoPoint } from '@wayside/contract/wire/geo-point';

/** Places, grouped into cells of 0.1° (`scripts/build-gazetteer.ts`). */
interface Gazetteer {
  readonly names: readonly string[];
  /** The index of each place's city or district. */
  readonly areas: Uint16Array;
  readonly areaNames: readonly string[];
  /** In thousandths of a degree. */
  readonly latitudes: Int32Array;
  readonly longitudes: Int32Array;
  /** The index of the first place and the index after the last. */
  readonly cells: ReadonlyMap<number, readonly [from: number, to: number]>;
}

const PER_DEGREE = 1000;
const CELLS_PER_DEGREE = 10;
const CELL = PER_DEGREE / CELLS_PER_DEGREE;
/** Larger than the number of cells around the Earth. */
const CELL_COLUMNS = 10_000;
const EARTH_KM_PER_DEGREE = 111.2;
/** Places farther away are not useful to name. */
const MAX_DISTANCE_KM = 40;
/** A point nearer than this is described by the place alone. */
const AT_PLACE_KM = 1;
/** Enough rings to reach MAX_DISTANCE_KM. */
const MAX_RINGS = 5;

const cellKey = (row: number, column: number): number => row * CELL_COLUMNS + column;

/** Reads the file next to the sources or the built server. */
function readGazetteer(): Gazetteer {
  const candidates = ['../../../data', '../data', './data'].map((folder) =>
    fileURLToPath(new URL(`${folder}/gazetteer.txt.gz`, import.meta.url)),
  );
  const path = candidates.find((candidate) => existsSync(candidate));
  if (!path) throw new Error('the gazetteer is missing from this installation');
  const [first = '', ...rows] = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n');
  const names: string[] = [];
  const areas = new Uint16Array(rows.length);
  const latitudes = new Int32Array(rows.length);
  const longitudes = new Int32Array(rows.length);
  const cells = new Map<number, [number, number]>();
  let [latitude, longitude] = [0, 0];
  for (const [index, row] of rows.entries()) {
    const [name = '', area, north, east] = row.split('\t');
    latitude += Number(north);
    longitude += Number(east);
    names.push(name);
    areas[index] = Number(area);
    latitudes[index] = latitude;
    longitudes[index] = longitude;
    const key = cellKey(Math.floor(latitude / CELL), Math.floor(longitude / CELL));
    const cell = cells.get(key);
    if (cell) cell[1] = index + 1;
    else cells.set(key, [index, index + 1]);
  }
  return { names, areas, areaNames: first.split('\t'), latitudes, longitudes, cells };
}

let loaded: Gazetteer | null = null;
/** Reads the gazetteer at first use, because most commands need no place names. */
function gazetteer(): Gazetteer {
  loaded ??= readGazetteer();
  return loaded;
}

interface Nearest {
  readonly index: number;
  readonly km: number;
  readonly northKm: number;
  readonly eastKm: number;
}

function findNearest({ latitude, longitude }: GeoPoint): Nearest | null {
  const { cells, latitudes, longitudes } = gazetteer();
  const kmPerLongitude = EARTH_KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  const row = Math.floor(latitude * CELLS_PER_DEGREE);
  const column = Math.floor(longitude * CELLS_PER_DEGREE);
  let nearest: Nearest = { index: -1, km: MAX_DISTANCE_KM, northKm: 0, eastKm: 0 };
  for (let ring = 0; ring <= MAX_RINGS; ring += 1) {
    for (const key of ringKeys(row, column, ring)) {
      const [from, to] = cells.get(key) ?? [0, 0];
      for (let index = from; index < to; index += 1) {
        const northKm = (latitude - (latitudes[index] ?? 0) / PER_DEGREE) * EARTH_KM_PER_DEGREE;
        const eastKm = (longitude - (longitudes[index] ?? 0) / PER_DEGREE) * kmPerLongitude;
        const km = Math.hypot(northKm, eastKm);
        if (km < nearest.km) nearest = { index, km, northKm, eastKm };
      }
    }
    // The remaining rings are farther away.
    if (nearest.km <= (ring * kmPerLongitude) / CELLS_PER_DEGREE) break;
  }
  return nearest.index < 0 ? null : nearest;
}

function* ringKeys(row: number, column: number, ring: number): Generator<number> {
  for (let north = -ring; north <= ring; north += 1)
    for (let east = -ring; east <= ring; east += 1)
      if (Math.max(Math.abs(north), Math.abs(east)) === ring) yield cellKey(row + north, column + east);
}

const DIRECTIONS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;

function directionOf({ northKm, eastKm }: Nearest): string {
  const eighths = Math.round(Math.atan2(eastKm, northKm) / (Math.PI / 4));
  return DIRECTIONS[(eighths + DIRECTIONS.length) % DIRECTIONS.length] ?? 'N';
}

/** Returns "Hadapsar, Pune, 3 km SE"; null outside India (DESK-02). */
export const placeName = (point: GeoPoint): string | null => describe(point, true);

/** Returns "Hadapsar, Pune"; null outside India (DESK-02). */
export const areaName = (point: GeoPoint): string | null => describe(point, false);

function describe(point: GeoPoint, hasDistance: boolean): string | null {
  const nearest = findNearest(point);
  if (nearest === null) return null;
  const { names, areas, areaNames } = gazetteer();
  const name = names[nearest.index] ?? '';
  const area = areaNames[areas[nearest.index] ?? 0] ?? '';
  const place = area === name || area === '' ? name : `${name}, ${area}`;
  return hasDistance && nearest.km >= AT_PLACE_KM
    ? `${place}, ${Math.round(nearest.km)} km ${directionOf(nearest)}`
    : place;
}
