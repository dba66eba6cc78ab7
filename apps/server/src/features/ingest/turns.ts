import { unavailable } from '../../api-error.ts';

/** Lets a few run at once; the others wait in their order, for a limited time. */
class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param atOnce how many run at the same time */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs the work in its turn. @throws what `tooLate` makes, when it has waited too long */
  async run<T>(work: () => Promise<T>, longestMs: number, tooLate: () => Error): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#wait(longestMs, tooLate);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }

  #wait(longestMs: number, tooLate: () => Error): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(tooLate());
      }, longestMs);
      this.#waiting.push(begin);
    });
  }
}

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
