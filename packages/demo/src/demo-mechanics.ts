import { type Mechanic, mechanic } from '@wayside/contract/mechanics';
import type { GeoPoint } from '@wayside/contract/wire/geo-point';
import type { PersonRef } from '@wayside/contract/wire/person-ref';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { BROKEN_PICTURE, CARDS, PHOTOS, pictureAt, SHOPS } from './demo-pictures.ts';
import { type DemoPlan, joinTime } from './demo-plan.ts';
import { type City, emailOf, mobileNumber, personName, pickCity, pointNear, referralCode } from './names.ts';
import { byWeight, Random, recordIdAt, type Weighted } from './random.ts';

const WOMEN_SHARE = 0.09;

const OLD_STATUSES = byWeight({
  ...{ approved: 84, rejected: 9, resent_for_verification: 3, sent_for_verification: 2, pending: 2 },
});
const NEW_STATUSES = byWeight({
  ...{ pending: 40, sent_for_verification: 25, resent_for_verification: 10, approved: 20, rejected: 5 },
});
/** The share of mechanics who have applied recently. */
const NEW_SHARE = 0.16;

const VEHICLES: Weighted<readonly string[]> = [
  [['bike'], 24],
  [['car'], 22],
  [['bike', 'car'], 26],
  [['bike', 'auto'], 10],
  [['car', 'truck'], 7],
  [['bus', 'truck'], 6],
  [['bike', 'car', 'auto', 'bus', 'truck'], 5],
];
const SHOP_LABELS = [
  'Auto Works',
  'Motors',
  'Garage',
  'Two Wheeler Care',
  'Car Clinic',
  'Service Point',
  'Auto Garage',
];
const BLESSINGS = [
  'Sri Ganesh',
  'Jai Ambe',
  'New Bharat',
  'Shree Balaji',
  'Om Sai',
  'Al-Madina',
  'St. George',
  'Guru Nanak',
];
const DESCRIPTIONS = [
  'Engine repair, general service and breakdown help. Open on all days.',
  'Specialist for brakes, clutch and suspension.',
  'Battery, wiring and AC work. Doorstep service within 15 km.',
  'दुपहिया और चारपहिया वाहनों की मरम्मत।',
];
const BANKS: Weighted<readonly [name: string, ifsc: string]> = [
  [['State Bank of India', 'SBIN'], 9],
  [['HDFC Bank', 'HDFC'], 6],
  [['ICICI Bank', 'ICIC'], 5],
  [['Axis Bank', 'UTIB'], 4],
  [['Punjab National Bank', 'PUNB'], 3],
  [['Canara Bank', 'CNRB'], 3],
  [['Federal Bank', 'FDRL'], 2],
];

function shopOf(random: Random, city: City, lastName: string): Mechanic['shop'] {
  if (random.chance(0.08)) return null;
  const hasPlace = !random.chance(0.07);
  const place = pointNear(city, random, 0.08);
  return {
    name: random.chance(0.5)
      ? `${random.pick(BLESSINGS)} ${random.pick(SHOP_LABELS)}`
      : `${lastName} ${random.pick(SHOP_LABELS)}`,
    perHourPaise: random.chance(0.1) ? null : random.between(6, 24) * 2500,
    experienceYears: random.chance(0.1) ? null : random.between(0, 28),
    description: random.chance(0.3) ? null : `${random.pick(DESCRIPTIONS)} ${city.name}.`,
    latitude: hasPlace ? place.latitude : null,
    longitude: hasPlace ? place.longitude : null,
  };
}

function bankOf(random: Random, name: string, handle: string): Mechanic['bank'] {
  if (random.chance(0.12)) return null;
  const [bankName, ifsc] = random.weighted(BANKS);
  const method = random.weighted([
    ['upi', 5],
    ['bank_transfer', 4],
    [null, 1],
  ]);
  return {
    accountHolder: name,
    bankName,
    accountNumber: random.digits(random.between(11, 15), '5'),
    ifscCode: `${ifsc}0${random.digits(6)}`,
    upiId: random.chance(0.25) ? null : `${handle}@demo`,
    preferredMethod: method,
  };
}

function documentsOf(random: Random, index: number): Mechanic['documents'] {
  if (random.chance(0.1)) return null;
  return {
    profilePhoto: random.chance(0.35) ? null : pictureAt(PHOTOS, index),
    aadhaarCard: random.chance(0.12) ? null : pictureAt(CARDS, index),
    shopPhoto: random.chance(0.3) ? null : pictureAt(SHOPS, index),
  };
}

/** Edge cases for the screens, applied to the newest mechanics. */
const EDGE_CASES: readonly ((mechanic: Mechanic) => Mechanic)[] = [
  (mechanic) => ({ ...mechanic, status: 'pending' }),
  (mechanic) => ({ ...mechanic, status: 'sent_for_verification' }),
  (mechanic) => ({ ...mechanic, status: 'resent_for_verification', isAvailable: false }),
  (mechanic) => ({ ...mechanic, status: 'approved', isBlocked: false, isExpert: true, walletPaise: 45_050 }),
  (mechanic) => ({ ...mechanic, status: 'approved', isBlocked: true, walletPaise: 1000 }),
  (mechanic) => ({ ...mechanic, status: 'approved', isBlocked: false, walletPaise: null }),
  (mechanic) => ({ ...mechanic, status: 'approved', isBlocked: false, walletPaise: 0 }),
  (mechanic) => ({ ...mechanic, status: 'approved', isBlocked: false, walletPaise: 940 }),
  (mechanic) => ({ ...mechanic, status: 'rejected', isBlocked: true, isAvailable: false, isExpert: false }),
  (mechanic) => ({ ...mechanic, shop: null, bank: null, documents: null, vehicleTypes: [] }),
  (mechanic) => ({ ...mechanic, name: null, email: null, phone: null, status: 'pending' }),
  (mechanic) => ({
    ...mechanic,
    documents: { profilePhoto: BROKEN_PICTURE, aadhaarCard: BROKEN_PICTURE, shopPhoto: BROKEN_PICTURE },
  }),
  (mechanic) => ({ ...mechanic, name: 'मोहम्मद इरफ़ान', status: 'approved', isBlocked: false, isExpert: true }),
];

/** Returns the mechanic at an index and the city where they work; the mechanic at 0 joined first. */
export function demoMechanic(plan: DemoPlan, index: number): { mechanic: Mechanic; city: City } {
  const random = new Random(plan.seed, 'mechanics', index);
  const people = { all: plan.mechanics, early: plan.earlyMechanics };
  const createdAtMs = joinTime(plan, index, people, random.next());
  const city = pickCity(random);
  const { name, handle } = personName(random, WOMEN_SHARE);
  const isNew = index >= plan.mechanics * (1 - NEW_SHARE);
  const status = random.weighted(isNew ? NEW_STATUSES : OLD_STATUSES);
  const isApproved = status === 'approved';
  const made = completeRecord(mechanic, {
    id: recordIdAt(createdAtMs, random, index),
    name,
    email: random.chance(0.05) ? null : emailOf(handle, random),
    phone: mobileNumber(random),
    status,
    isBlocked: isApproved && random.chance(0.05),
    isExpert: isApproved && random.chance(0.25),
    isAvailable: isApproved && random.chance(0.75),
    isEmailVerified: random.chance(isApproved ? 0.9 : 0.4),
    isPhoneVerified: random.chance(isApproved ? 0.98 : 0.7),
    walletPaise: isApproved && random.chance(0.8) ? random.between(0, 60) * 2500 : null,
    referralCode: random.chance(0.1) ? null : referralCode(handle, random),
    vehicleTypes: [...random.weighted(VEHICLES)],
    createdAt: new Date(createdAtMs).toISOString(),
    shop: shopOf(random, city, name.split(' ').at(-1) ?? name),
    bank: bankOf(random, name, handle),
    documents: documentsOf(random, index),
  });
  return { mechanic: EDGE_CASES[plan.mechanics - 1 - index]?.(made) ?? made, city };
}

export interface PooledMechanic {
  readonly ref: PersonRef;
  readonly index: number;
  readonly joinedMs: number;
  readonly base: GeoPoint;
}

/** The approved mechanics in the order in which they joined. */
export class MechanicPool {
  readonly #members: PooledMechanic[] = [];

  add(mechanic: Mechanic, city: City, index: number): void {
    if (mechanic.status !== 'approved' || mechanic.createdAt === null) return;
    const { shop } = mechanic;
    const hasShop = shop !== null && shop.latitude !== null && shop.longitude !== null;
    this.#members.push({
      ref: { id: mechanic.id, name: null, phone: null, email: null },
      index,
      joinedMs: Date.parse(mechanic.createdAt),
      base: hasShop ? { latitude: shop.latitude ?? 0, longitude: shop.longitude ?? 0 } : city,
    });
  }

  /** Picks a mechanic who had already joined, preferring early ones; null if there is none. */
  pick(atMs: number, random: Random): PooledMechanic | null {
    let low = 0;
    let high = this.#members.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#members[middle]?.joinedMs ?? 0) <= atMs) low = middle + 1;
      else high = middle;
    }
    return this.#members[Math.floor(random.next() ** 1.5 * low)] ?? null;
  }

  get members(): readonly PooledMechanic[] {
    return this.#members;
  }
}

/** Checks whether a mechanic takes mostly cash, which makes their balance negative (PAYO-08). One in ten does. */
export const isCashShop = (member: PooledMechanic | null): boolean => member !== null && member.index % 10 === 3;
