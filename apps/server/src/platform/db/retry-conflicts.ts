import { isConflict } from './database-errors.ts';

const MAX_ATTEMPTS = 5;

/** Runs a transaction again, four times at most, that fails because of another one at the same time. */
export async function retryConflicts<T>(transact: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
    }
  }
}
