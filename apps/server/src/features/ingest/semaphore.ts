/** Lets a few run at once; the others wait in their order, for a limited time. */
export class Semaphore {
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
