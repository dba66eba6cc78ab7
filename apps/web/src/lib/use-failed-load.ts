import { failureText } from './api-error.ts';
import { type Retriable, useRetry } from './use-retry.ts';

/** What an error card or a note says of a failed load, and its retry. */
export interface FailedLoad {
  readonly message: string;
  readonly pending: boolean;
  readonly onRetry: () => void;
}

/**
 * The props of the error card or note that takes the place of data (ERR-03); null with data or during the first load.
 * @param failed the message where the server sends none
 */
export function useFailedLoad(query: Retriable, failed: string): FailedLoad | null {
  const { failure, isRetrying, retry } = useRetry(query);
  if (failure === null) return null;
  return { message: failureText(failure, failed), pending: isRetrying, onRetry: () => void retry() };
}
