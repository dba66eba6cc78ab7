import { LISTED_AT_ONCE } from './encode-changes.ts';

const REFILLED_PER_SECOND = 100;

/**
 * Bounds how many ids of one kind of record are listed for all streams: an import that writes for minutes would else
 * send each screen more than it can use. A batch of LISTED_AT_ONCE is listed, then 100 in a second.
 */
export class ListBudget {
  readonly #left = new Map<string, { count: number; atMs: number }>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Takes so many from the budget, or none where fewer are left. */
  take(entity: string, count: number): boolean {
    const atMs = this.#nowMs();
    const known = this.#left.get(entity) ?? { count: LISTED_AT_ONCE, atMs };
    const refilled = known.count + ((atMs - known.atMs) / 1000) * REFILLED_PER_SECOND;
    const left = Math.min(LISTED_AT_ONCE, refilled);
    const isEnough = count <= left;
    this.#left.set(entity, { count: isEnough ? left - count : left, atMs });
    return isEnough;
  }
}
