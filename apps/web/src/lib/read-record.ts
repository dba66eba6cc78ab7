import { ApiError } from './api-error.ts';
import { isOwnServer } from './config.ts';

const NOT_FOUND_STATUSES = [400, 404];

/** The record that `read` returns; null if there is none, or the provider has no single records. */
export async function readRecord<R>(read: () => Promise<{ record: R }>): Promise<R | null> {
  if (!isOwnServer()) return null;
  try {
    return (await read()).record;
  } catch (error) {
    if (error instanceof ApiError && NOT_FOUND_STATUSES.includes(error.status)) return null;
    throw error;
  }
}
