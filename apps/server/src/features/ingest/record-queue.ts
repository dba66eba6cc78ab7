import { sentence } from '@wayside/contract/sentences';
import type pg from 'pg';
import { z } from 'zod';
import { invalidKey, unavailable } from '../../api-error.ts';
import type { AppContext, ServiceKeyIdentity } from '../../context.ts';
import { isLockTimeout, isStatementTimeout } from '../../platform/db/database-errors.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { WriteQueue } from '../../platform/db/write-queue.ts';
import type { RunTransaction } from '../../sync/import/batch-writer.ts';

const TOO_LATE = sentence('records_too_late');

const MAX_WAIT_MS = 15_000;

/** Creates the queue for calls with one kind of record. */
export const createRecordQueue = (): WriteQueue => new WriteQueue(TOO_LATE, MAX_WAIT_MS);

const CHECK_KEY_VALID = defineStatement({
  name: 'is-service-key-valid',
  text: 'SELECT revoked_at IS NULL AS "isValid" FROM service_keys WHERE id = $1',
  row: z.object({ isValid: z.boolean() }),
  example: [sampleOf('service_keys')],
});

/**
 * Wraps transactions so that they commit only while the key is valid. They throw 401 if it is not, and 503 if they
 * wait too long.
 */
export function whileKeyIsValid(
  transaction: AppContext['database']['transaction'],
  key: ServiceKeyIdentity,
): RunTransaction {
  return async <T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> => {
    try {
      return await transaction(async (client) => {
        const result = await work(client);
        const [found] = await rowsOf(client, CHECK_KEY_VALID, [key.id]);
        if (!found?.isValid) throw invalidKey('key_revoked');
        return result;
      });
    } catch (error) {
      if (isStatementTimeout(error) || isLockTimeout(error)) throw unavailable(TOO_LATE, 2);
      throw error;
    }
  };
}
