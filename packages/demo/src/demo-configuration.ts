import type { ConfigurationOfSource } from '@wayside/contract/configuration';
import { type Slot, slot } from '@wayside/contract/slots';
import { type VehicleModel, vehicleModel } from '@wayside/contract/vehicle-models';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { emblemFor } from './catalogue-pictures.ts';
import type { DemoPlan } from './demo-plan.ts';
import { DAY_MS } from './durations.ts';
import { Random, recordIdAt } from './random.ts';

const SLOTS: readonly (readonly [start: string, end: string, duration: string])[] = [
  ['09:00', '10:00', '1 hour'],
  ['10:00', '11:00', '1 hour'],
  ['11:00', '12:00', '1 hour'],
  ['12:00', '12:30', '30 mins'],
  ['14:00', '16:00', '2 hours'],
  ['16:00', '17:30', '1.5 hours'],
  ['5:30 PM', '6:15 PM', '45 mins'],
  ['7 PM', '9 PM', '2 hours'],
  ['22:00', '02:00', '4 hours'],
  ['Early morning', 'before 8', 'as agreed'],
];

const MAKERS = [
  'Maruti Suzuki',
  'Hyundai',
  'Tata Motors',
  'Mahindra',
  'Honda',
  'Toyota',
  'Kia',
  'Hero MotoCorp',
  'Bajaj Auto',
  'TVS Motor',
  'Royal Enfield',
  'Yamaha',
  'Ashok Leyland',
  'Eicher Motors',
  'BharatBenz',
  'Piaggio',
];

/** The rates of the demo. */
export const RATES = {
  platformFeePaise: 4900,
  commissionPercent: 15,
  chargePerKmPaise: 1200,
  mechanicChargePaise: 15_000,
  discountPercent: 5,
} as const;

/** Slots, vehicle makers and the configuration. */
export function demoConfiguration(plan: DemoPlan): {
  slots: Slot[];
  vehicleModels: VehicleModel[];
  configuration: ConfigurationOfSource;
} {
  const madeAt = (place: number) => plan.timeline.startMs - (150 - place) * DAY_MS;
  const id = (kind: string, place: number) => recordIdAt(madeAt(place), new Random(plan.seed, kind, place), place);
  return {
    slots: SLOTS.map(([startTime, endTime, duration], place) =>
      completeRecord(slot, { id: id('slots', place), startTime, endTime, duration }),
    ),
    vehicleModels: MAKERS.map((companyName, place) =>
      completeRecord(vehicleModel, {
        id: id('models', place),
        companyName,
        image: place % 5 === 4 ? null : emblemFor(companyName),
        createdAt: place === 5 ? null : new Date(madeAt(place)).toISOString(),
      }),
    ),
    configuration: {
      id: id('configuration', 0),
      ...RATES,
      referralBonusPaise: 10_000,
      loyaltyPoints: 50,
      upiId: 'wayside@demo',
      createdAt: new Date(madeAt(0)).toISOString(),
    },
  };
}
