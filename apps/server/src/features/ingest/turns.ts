import type pg from 'pg';
import { z } from 'zod';
import { invalidKey, unavailable } from '../../api-error.ts';
import type { AppContext, ServiceKeyIdentity } from '../../context.ts';
import { isLockTimeout, isTooSlow } from '../../platform/db/database-errors.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import type { RunTransaction } from '../../sync/import/batch-writer.ts';

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
const tooLate = () => unavailable('Other records are being written. Please send these again.', 2);

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

const IS_VALID = defineStatement({
  name: 'is-service-key-valid',
  text: 'SELECT revoked_at IS NULL AS "isValid" FROM service_keys WHERE id = $1',
  row: z.object({ isValid: z.boolean() }),
  example: [sampleOf('service_keys')],
});

/** Transactions that commit only while the key is valid. They throw 401 where it is not, and 503 where they wait too long. */
export function whileKeyIsValid(
  transaction: AppContext['database']['transaction'],
  key: ServiceKeyIdentity,
): RunTransaction {
  return async <T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> => {
    try {
      return await transaction(async (client) => {
        const result = await work(client);
        const [found] = await rowsOf(client, IS_VALID, [key.id]);
        if (!found?.isValid) throw invalidKey('This service key was revoked.');
        return result;
      });
    } catch (error) {
      if (isTooSlow(error) || isLockTimeout(error)) throw tooLate();
      throw error;
    }
  };
}
