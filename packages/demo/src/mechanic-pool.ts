import type { Mechanic } from '@wayside/contract/mechanics';
import type { GeoPoint } from '@wayside/contract/wire/geo-point';
import type { PersonRef } from '@wayside/contract/wire/person-ref';
import type { City } from './places.ts';
import type { Random } from './random.ts';

/** A mechanic who accepts bookings. */
export interface PooledMechanic {
  readonly ref: PersonRef;
  readonly place: number;
  readonly joinedMs: number;
  readonly base: GeoPoint;
}

/** The approved mechanics in the order in which they joined. */
export class MechanicPool {
  readonly #members: PooledMechanic[] = [];

  /** Adds a mechanic who is approved. */
  add(mechanic: Mechanic, city: City, place: number): void {
    if (mechanic.status !== 'approved' || mechanic.createdAt === null) return;
    const { shop } = mechanic;
    const hasShop = shop !== null && shop.latitude !== null && shop.longitude !== null;
    this.#members.push({
      ref: { id: mechanic.id, name: null, phone: null, email: null },
      place,
      joinedMs: Date.parse(mechanic.createdAt),
      base: hasShop ? { latitude: shop.latitude ?? 0, longitude: shop.longitude ?? 0 } : city,
    });
  }

  /** Picks a mechanic who had joined by then, early ones more often; null when there is none. */
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

  /** All members in order. */
  get members(): readonly PooledMechanic[] {
    return this.#members;
  }
}

/** One in ten takes mostly cash, so that their balance is negative (PAYO-08). */
export const isCashShop = (member: PooledMechanic | null): boolean => member !== null && member.place % 10 === 3;
