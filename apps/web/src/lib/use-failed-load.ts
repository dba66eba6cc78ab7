import { failureText } from './api-error.ts';
import { type Retriable, useRetry } from './use-retry.ts';

export interface FailedLoad {
  readonly message: string;
  readonly pending: boolean;
  readonly onRetry: () => void;
}

/**
 * Returns the props of the error card or note for a failed load (ERR-03). Null if there is data or the first load is
 * still running.
 */
export function useFailedLoad(query: Retriable, failed: string): FailedLoad | null {
  const { failure, isRetrying, retry } = useRetry(query);
  if (failure === null) return null;
  return { message: failureText(failure, failed), pending: isRetrying, onRetry: () => void retry() };
}
