const GOLDEN = 0x9e3779b9;

function mixed(hash: number, value: number): number {
  let next = Math.imul(hash ^ (value + GOLDEN), 0x85ebca6b);
  next = Math.imul(next ^ (next >>> 13), 0xc2b2ae35);
  return next ^ (next >>> 16);
}

/** A choice and how often it is taken, relative to the others. */
export type Weighted<T> = readonly (readonly [value: T, weight: number])[];

/**
 * A repeatable stream of numbers (mulberry32). Each record draws from one of its own, found by the record's kind and
 * place, so that any record can be made without those before it.
 */
export class Random {
  #state: number;

  constructor(seed: number, stream: string, index: number) {
    let state = mixed(0, seed);
    for (let place = 0; place < stream.length; place += 1) state = mixed(state, stream.charCodeAt(place));
    this.#state = mixed(state, index);
  }

  /** From 0 up to but not including 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both bounds included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)];
    if (found === undefined) throw new Error('there is nothing to pick from');
    return found;
  }

  /** One of the values, by weight. */
  weighted<T>(choices: Weighted<T>): T {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    return this.pick(choices)[0];
  }

  /** So many digits, the first as given. */
  digits(count: number, first = ''): string {
    let text = first;
    while (text.length < count) text += String(this.between(0, 9));
    return text;
  }

  /** 10 hex characters. */
  hex10(): string {
    return this.#hex5() + this.#hex5();
  }

  #hex5(): string {
    return Math.floor(this.next() * 0x10_0000)
      .toString(16)
      .padStart(5, '0');
  }
}
