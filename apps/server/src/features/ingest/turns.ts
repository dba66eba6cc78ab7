import type pg from 'pg';
import { z } from 'zod';
import { invalidKey, unavailable } from '../../api-error.ts';
import type { AppContext, ServiceKeyIdentity } from '../../context.ts';
import { isLockTimeout, isTooSlow } from '../../platform/db/database-errors.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import type { RunTransaction } from '../../sync/import/batch-writer.ts';

const LONGEST_WAIT_MS = 15_000;

/** The response to a client that must send the same records again. */
const tooLate = () => unavailable('Other records are being written. Please send these again.', 2);

/** Lets the calls of one kind write one after the other, for each database of a node. */
export class Turns {
  /** The calls that wait while another one writes. */
  readonly #waiting = new WeakMap<object, (() => void)[]>();

  /** Runs the work in its turn. @throws 503 when it has waited for 15 s */
  async take<T>(database: object, work: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(database);
    if (waiting) await untilTurn(waiting);
    else this.#waiting.set(database, []);
    try {
      return await work();
    } finally {
      const next = this.#waiting.get(database)?.shift();
      if (next) next();
      else this.#waiting.delete(database);
    }
  }
}

const untilTurn = (waiting: (() => void)[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(tooLate());
    }, LONGEST_WAIT_MS);
    waiting.push(begin);
  });

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
