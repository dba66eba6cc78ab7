import { ApiError } from '../api-error.ts';

const MOST_WAITING = 20;

/**
 * Runs pieces of work one after the other.
 * @throws ApiError 503 when so many wait already that another would wait too long
 */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (work) => {
    if (waiting >= MOST_WAITING)
      throw new ApiError(503, 'Many images are being read just now. Please try again shortly.', {
        retryAfterSeconds: 5,
      });
    waiting += 1;
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  };
}
