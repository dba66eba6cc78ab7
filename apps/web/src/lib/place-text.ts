import { type Message, msg, t } from '../languages/text.ts';
import { lookUp } from './look-up.ts';

const DIRECTIONS: Readonly<Record<string, Message>> = {
  N: msg('{place}, {distance} km N'),
  NE: msg('{place}, {distance} km NE'),
  E: msg('{place}, {distance} km E'),
  SE: msg('{place}, {distance} km SE'),
  S: msg('{place}, {distance} km S'),
  SW: msg('{place}, {distance} km SW'),
  W: msg('{place}, {distance} km W'),
  NW: msg('{place}, {distance} km NW'),
};

/** Returns a place with distance and direction in the user's language: "Hadapsar, Pune, 3 km SE" (DESK-02). */
export function placeText(name: string): string {
  const [, place = '', distance = '', direction = ''] = /^(.+), (\d+) km ([NESW]{1,2})$/.exec(name) ?? [];
  const known = lookUp(DIRECTIONS, direction);
  return known === undefined ? name : t(known, { place, distance });
}
