import { useEffect, useEffectEvent, useRef, useState } from 'react';

export interface Retriable<R = unknown> {
  readonly data: unknown;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<R>;
}

export interface Retry<R = unknown> {
  readonly failure: unknown;
  readonly isRetrying: boolean;
  readonly retry: () => Promise<R>;
}

/**
 * Returns the error of a failed load and a function to retry (ERR-03). The error stays until the response is
 * received, so that the clicked button keeps the focus.
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

/** Reports each failed load once, for screens that show a toast or banner (MODL-03, CONF-04, NOTI-04). */
export function useLoadFailure({ error, errorUpdatedAt }: Loading, report: (error: unknown) => void): void {
  const reportNow = useEffectEvent(report);
  const reportedAt = useRef(0);
  useEffect(() => {
    if (error === null || errorUpdatedAt === reportedAt.current) return;
    reportedAt.current = errorUpdatedAt;
    reportNow(error);
  }, [error, errorUpdatedAt]);
}
