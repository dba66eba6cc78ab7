import { unavailable } from '../../api-error.ts';
import { Semaphore } from './semaphore.ts';

const LONGEST_WAIT_MS = 15_000;

/** What a client is told that has to send the same again. */
export const tooLate = () => unavailable('Other records are being written. Please send these again.', 2);

/** Lets the calls of one kind write in turns, a few of a node at a time. */
export class Turns {
  readonly #atOnce: number;
  readonly #ofDatabase = new WeakMap<object, Semaphore>();

  /** @param atOnce how many write at the same time */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Runs the work in its turn. @throws 503 when it has waited for 15 s */
  take<T>(database: object, work: () => Promise<T>): Promise<T> {
    const turns = this.#ofDatabase.get(database) ?? new Semaphore(this.#atOnce);
    this.#ofDatabase.set(database, turns);
    return turns.run(work, LONGEST_WAIT_MS, tooLate);
  }
}
