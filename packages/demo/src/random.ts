const GOLDEN = 0x9e3779b9;

function mixed(hash: number, value: number): number {
  let next = Math.imul(hash ^ (value + GOLDEN), 0x85ebca6b);
  next = Math.imul(next ^ (next >>> 13), 0xc2b2ae35);
  return next ^ (next >>> 16);
}

export type Weighted<T> = readonly (readonly [value: T, weight: number])[];

export const byWeight = <W extends string>(weights: Readonly<Record<W, number>>): Weighted<W> =>
  Object.entries(weights) as [W, number][];

/**
 * A reproducible stream of random numbers (mulberry32). Each record has its own stream and can be generated without
 * the records before it.
 */
export class Random {
  #state: number;

  constructor(seed: number, stream: string, index: number) {
    let state = mixed(0, seed);
    for (let place = 0; place < stream.length; place += 1) state = mixed(state, stream.charCodeAt(place));
    this.#state = mixed(state, index);
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns an element of a non-empty list. */
  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)];
    if (found === undefined) throw new Error('the list is empty');
    return found;
  }

  weighted<T>(choices: Weighted<T>): T {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    return this.pick(choices)[0];
  }

  /** Returns `count` digits that start with `first`. */
  digits(count: number, first = ''): string {
    let text = first;
    while (text.length < count) text += String(this.between(0, 9));
    return text;
  }

  hex10(): string {
    return this.#hex5() + this.#hex5();
  }

  #hex5(): string {
    return Math.floor(this.next() * 0x10_0000)
      .toString(16)
      .padStart(5, '0');
  }
}

const ID_SPACE = 0x100_0000;
// An odd number, so that multiplication modulo a power of two is a permutation.
const SCRAMBLER = 0x9e_3775;

/**
 * Returns an id of 24 hex characters that sorts by time. It consists of the seconds, 10 random characters, and the
 * scrambled index of the record. The index makes ids unique if the indexes are less than 16 million apart.
 */
export function recordIdAt(createdAtMs: number, random: Random, index: number): string {
  const seconds = Math.floor(createdAtMs / 1000)
    .toString(16)
    .padStart(8, '0');
  const scrambled = Math.imul(index + 0x5_1f27, SCRAMBLER) & (ID_SPACE - 1);
  return seconds + random.hex10() + scrambled.toString(16).padStart(6, '0');
}
