import { failureText } from './api-error.ts';
import { type Retriable, useRetry } from './use-retry.ts';

export interface FailedLoad {
  readonly message: string;
  readonly pending: boolean;
  readonly onRetry: () => void;
}

/** The props of the error card or note of a failed load (ERR-03); null with data or during the first load. */
export function useFailedLoad(query: Retriable, failed: string): FailedLoad | null {
  const { failure, isRetrying, retry } = useRetry(query);
  if (failure === null) return null;
  return { message: failureText(failure, failed), pending: isRetrying, onRetry: () => void retry() };
}
