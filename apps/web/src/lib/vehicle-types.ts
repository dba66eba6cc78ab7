import type { VEHICLE_TYPES } from '@wayside/contract/wire/fields';
import { type Message, msg, t } from '../languages/text.ts';
import { capitalise } from './format.ts';
import { lookUp } from './look-up.ts';

const NAMES: Readonly<Record<(typeof VEHICLE_TYPES)[number], Message>> = {
  bike: msg('Bike'),
  car: msg('Car'),
  auto: msg('Auto'),
  bus: msg('Bus'),
  truck: msg('Truck'),
};

/** Returns the name of a vehicle type: "Car". An unknown value is capitalised (FMT-05). */
export function vehicleTypeName(type: string): string {
  const name = lookUp(NAMES, type);
  return name ? t(name) : capitalise(type);
}
