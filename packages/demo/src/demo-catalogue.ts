import type { ConfigurationOfSource } from '@wayside/contract/configuration';
import { type Part, part } from '@wayside/contract/parts';
import { type Service, service } from '@wayside/contract/services';
import { type Slot, slot } from '@wayside/contract/slots';
import { type SosService, sosService } from '@wayside/contract/sos-services';
import { type VehicleModel, vehicleModel } from '@wayside/contract/vehicle-models';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { emblemFor, iconFor } from './demo-pictures.ts';
import { DAY_MS, type DemoPlan } from './demo-plan.ts';
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

export const RATES = {
  platformFeePaise: 4900,
  commissionPercent: 15,
  chargePerKmPaise: 1200,
  mechanicChargePaise: 15_000,
  discountPercent: 5,
} as const;

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

/** A service with its price range in rupees and its parts. */
export interface DemoService {
  readonly name: string;
  readonly vehicleType: string;
  readonly leastRupees: number;
  readonly mostRupees: number;
  readonly parts: Readonly<Record<string, number>>;
}

const sold = (
  name: string,
  vehicleType: string,
  rupees: readonly [least: number, most: number],
  parts: DemoService['parts'] = {},
): DemoService => ({ name, vehicleType, leastRupees: rupees[0], mostRupees: rupees[1], parts });

export const DEMO_SERVICES: readonly DemoService[] = [
  sold('General Service', 'bike', [599, 1299], {
    'Engine oil 10W-30, 1 l': 385,
    'Air filter': 210,
    'Spark plug': 145,
  }),
  sold('Oil Change', 'bike', [199, 499], { 'Engine oil 20W-40, 900 ml': 340, 'Oil filter': 95 }),
  sold('Brake Shoe Replacement', 'bike', [249, 649], { 'Brake shoe set, rear': 310, 'Brake cable': 120.5 }),
  sold('Chain Cleaning and Lubrication', 'bike', [199, 299], {
    'Chain lubricant spray': 249,
    'Chain and sprocket kit': 1450,
  }),
  sold('Full Car Service', 'car', [2499, 6999], {
    'Engine oil 5W-30, 3.5 l': 2150,
    'Oil filter': 280,
    'Cabin filter': 460,
    'Coolant, 1 l': 325.75,
  }),
  sold('AC Service and Gas Refill', 'car', [1499, 3499], { 'AC gas R134a': 650, 'Cabin filter': 460 }),
  sold('Brake Pad Replacement', 'car', [1299, 3999], { 'Brake pads, front': 1890, 'Brake fluid DOT 4': 340 }),
  sold('Battery Replacement', 'car', [499, 8999], {
    'Battery 35 Ah': 4350,
    'Battery 55 Ah': 6199,
    'Terminal set': 180,
  }),
  sold('Wheel Alignment and Balancing', 'car', [599, 1499], { 'Balancing weights': 150 }),
  sold('Car Wash and Interior Cleaning', 'car', [399, 1199]),
  sold('Clutch Overhaul', 'car', [4499, 8999], {
    'Clutch plate': 2380,
    'Pressure plate': 2760,
    'Release bearing': 890,
  }),
  sold('Auto Rickshaw Service', 'auto', [699, 1799], { 'Engine oil 20W-50, 1.5 l': 520, 'Clutch cable': 165 }),
  sold('Bus Periodic Maintenance', 'bus', [3999, 8999], {
    'Engine oil 15W-40, 10 l': 4200,
    'Fuel filter': 740,
    'Air filter, heavy duty': 1850,
  }),
  sold('Truck Brake Service', 'truck', [2999, 8499], { 'Brake lining set': 3650, 'Slack adjuster': 2100 }),
  sold('Tyre Replacement', 'truck', [899, 2499], { 'Tube 10.00-20': 1950, 'Valve core, 10 pieces': 90 }),
  sold('Headlight and Wiring Check', 'car', [299, 1899], { 'Headlight bulb H4': 240, 'Fuse box': 135 }),
];

const SOS: readonly (readonly [name: string, vehicleType: string, rupees: number])[] = [
  ['Flat Tyre Help', 'bike', 199],
  ['Flat Tyre Help', 'car', 349],
  ['Battery Jump Start', 'car', 399],
  ['Fuel Delivery', 'bike', 249],
  ['Fuel Delivery', 'car', 299],
  ['Towing up to 20 km', 'car', 1499],
  ['Towing up to 20 km', 'truck', 4999],
  ['Key Lockout', 'car', 599.5],
  ['Breakdown Repair', 'auto', 299],
  ['Breakdown Repair', 'bus', 1999],
];

const PAISE = 100;

/** Returns the catalogue, which is older than the first booking. */
export function demoCatalogue(plan: DemoPlan): {
  services: Service[];
  parts: Part[];
  sosServices: SosService[];
} {
  const madeAt = (place: number) => plan.timeline.startMs - (200 - place) * DAY_MS;
  const services = DEMO_SERVICES.map(({ name, vehicleType }, place): Service => {
    const random = new Random(plan.seed, 'services', place);
    return completeRecord(service, {
      id: recordIdAt(madeAt(place), random, place),
      name,
      vehicleType,
      image: place % 4 === 3 ? null : iconFor(name),
      createdAt: place === 9 ? null : new Date(madeAt(place)).toISOString(),
    });
  });
  const parts = DEMO_SERVICES.flatMap(({ parts }, place) =>
    Object.entries(parts).map(([name, rupees], index): Part => {
      const random = new Random(plan.seed, 'parts', place * 10 + index);
      const isUnusable = place === 15 && index === 1;
      return completeRecord(part, {
        id: recordIdAt(madeAt(place) + DAY_MS, random, place * 10 + index),
        service: { id: services[place]?.id ?? null },
        name,
        // Some records have no usable price, to show that the parts screen handles them (PART-03).
        pricePaise: isUnusable ? null : rupees * PAISE,
        image: (place + index) % 3 === 0 ? iconFor(name) : null,
      });
    }),
  );
  const sosServices = SOS.map(([name, vehicleType, rupees], place): SosService => {
    const random = new Random(plan.seed, 'sos', place);
    return completeRecord(sosService, {
      id: recordIdAt(madeAt(place), random, place),
      name,
      vehicleType,
      pricePaise: rupees * PAISE,
      image: place % 3 === 2 ? null : iconFor(name),
    });
  });
  return { services, parts, sosServices };
}
