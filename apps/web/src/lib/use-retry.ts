import { useEffect, useEffectEvent, useRef, useState } from 'react';

export interface Retriable<R = unknown> {
  readonly data: unknown;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<R>;
}

export interface Retry<R = unknown> {
  /** Why there is nothing to show; null with data or during the first load. */
  readonly failure: unknown;
  readonly isRetrying: boolean;
  readonly retry: () => Promise<R>;
}

/**
 * A failed load and its retry in place (ERR-03). A query without data drops its error when a retry starts; here
 * the error stays until the answer arrives, so that the pressed button stays and keeps the focus.
 */
export function useRetry<R>(query: Retriable<R>): Retry<R> {
  const [retried, setRetried] = useState<unknown>(null);
  const isEmpty = query.data === undefined;
  const retry = () => {
    setRetried(query.error);
    return query.refetch().finally(() => setRetried(null));
  };
  return { failure: isEmpty ? (query.error ?? retried) : null, isRetrying: query.isFetching, retry };
}

interface Loading {
  readonly error: unknown;
  readonly errorUpdatedAt: number;
}

/**
 * Reports each failed load once, for screens that also show a toast or a banner (MODL-03, CONF-04, NOTI-04).
 * @param query a retried one has no error until it fails again
 */
export function useLoadFailure({ error, errorUpdatedAt }: Loading, report: (error: unknown) => void): void {
  const reportNow = useEffectEvent(report);
  const reportedAt = useRef(0);
  useEffect(() => {
    if (error === null || errorUpdatedAt === reportedAt.current) return;
    reportedAt.current = errorUpdatedAt;
    reportNow(error);
  }, [error, errorUpdatedAt]);
}
