import { ApiError } from './api-error.ts';
import { isOwnServer } from './config.ts';

const NOT_FOUND_STATUSES = [400, 404];

/** Returns the record from `read`. Null if the record does not exist or the provider cannot return single records. */
export async function readRecord<R>(read: () => Promise<{ record: R }>): Promise<R | null> {
  if (!isOwnServer()) return null;
  try {
    return (await read()).record;
  } catch (error) {
    if (error instanceof ApiError && NOT_FOUND_STATUSES.includes(error.status)) return null;
    throw error;
  }
}
