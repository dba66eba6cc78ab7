import type { Sentence } from '@wayside/contract/sentences';
import { unavailable } from '../../api-error.ts';

/** Serializes writes of one kind per database within a node. Waiting calls hold no connection. */
export class WriteQueue {
  /** The calls that wait while another one writes. */
  readonly #waiting = new WeakMap<object, (() => void)[]>();
  readonly #tooLate: Sentence;
  readonly #longestWaitMs: number;

  /** @param tooLate the message of a call that has waited for too long */
  constructor(tooLate: Sentence, longestWaitMs: number) {
    this.#tooLate = tooLate;
    this.#longestWaitMs = longestWaitMs;
  }

  /** Runs the work when its turn comes. @throws 503 if it has waited too long */
  async run<T>(database: object, work: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(database);
    if (waiting) await this.#untilTurn(waiting);
    else this.#waiting.set(database, []);
    try {
      return await work();
    } finally {
      const next = this.#waiting.get(database)?.shift();
      if (next) next();
      else this.#waiting.delete(database);
    }
  }

  #untilTurn(waiting: (() => void)[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(unavailable(this.#tooLate, 2));
      }, this.#longestWaitMs);
      waiting.push(begin);
    });
  }
}
