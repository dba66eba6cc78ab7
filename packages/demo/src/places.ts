import type { GeoPoint } from '@wayside/contract/wire/geo-point';
import type { Random, Weighted } from './random.ts';

/** A city of the marketplace with its centre. */
export interface City {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

const city = (name: string, latitude: number, longitude: number): City => ({ name, latitude, longitude });

/** The cities by their share of bookings. */
const CITIES: Weighted<City> = [
  [city('Mumbai', 19.076, 72.8777), 16],
  [city('Delhi', 28.6139, 77.209), 15],
  [city('Bengaluru', 12.9716, 77.5946), 14],
  [city('Pune', 18.5204, 73.8567), 10],
  [city('Hyderabad', 17.385, 78.4867), 10],
  [city('Chennai', 13.0827, 80.2707), 9],
  [city('Kolkata', 22.5726, 88.3639), 7],
  [city('Ahmedabad', 23.0225, 72.5714), 6],
  [city('Jaipur', 26.9124, 75.7873), 5],
  [city('Lucknow', 26.8467, 80.9462), 4],
  [city('Kochi', 9.9312, 76.2673), 4],
  [city('Indore', 22.7196, 75.8577), 4],
  [city('Surat', 21.1702, 72.8311), 3],
  [city('Nagpur', 21.1458, 79.0882), 3],
  [city('Chandigarh', 30.7333, 76.7794), 3],
  [city('Coimbatore', 11.0168, 76.9558), 2],
  [city('Bhubaneswar', 20.2961, 85.8245), 2],
  [city('Guwahati', 26.1445, 91.7362), 2],
];

/** Picks a city by weight. */
export const pickCity = (random: Random): City => random.weighted(CITIES);

/** A point within `degrees` of another (0.01 is about a kilometre), rounded to about 10 cm. */
export function near(centre: GeoPoint, random: Random, degrees: number): GeoPoint {
  const shifted = (value: number) => Number((value + (random.next() * 2 - 1) * degrees).toFixed(6));
  return { latitude: shifted(centre.latitude), longitude: shifted(centre.longitude) };
}
