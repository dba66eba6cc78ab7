import type { Random } from './random.ts';

const PLACES = 0x100_0000;
// Odd, so that multiplying by it modulo a power of two gives each place once.
const SCRAMBLER = 0x9e_3775;

/**
 * An id of 24 hex characters that sorts by time: the seconds, 10 random characters, and the record's place among its
 * kind, scrambled; so no two of 16 million are alike.
 */
export function recordIdAt(createdAtMs: number, random: Random, index: number): string {
  const seconds = Math.floor(createdAtMs / 1000)
    .toString(16)
    .padStart(8, '0');
  const place = Math.imul(index + 0x5_1f27, SCRAMBLER) & (PLACES - 1);
  return seconds + random.hex10() + place.toString(16).padStart(6, '0');
}
