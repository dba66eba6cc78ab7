import { useEffect, useRef, useState } from 'react';

export interface Retriable<R = unknown> {
  readonly data: unknown;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<R>;
}

export interface Retry<R = unknown> {
  /** Why there is nothing to show; null where there is, or where it loads for the first time. */
  readonly failure: unknown;
  readonly isRetrying: boolean;
  readonly retry: () => Promise<R>;
}

/**
 * A failed load and its retry in place (ERR-03). A query that never had data forgets its error as soon as it is asked
 * again; here it is kept until the answer comes, so that the button that was pressed stays, and the focus on it.
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
 * Reports each load that fails, once, where a screen says it by a toast or a banner besides (MODL-03, CONF-04, NOTI-04).
 * @param query one that is tried again has no error until it has failed again
 */
export function useLoadFailure({ error, errorUpdatedAt }: Loading, report: (error: unknown) => void): void {
  const latestReport = useRef(report);
  const reportedAt = useRef(0);
  useEffect(() => {
    latestReport.current = report;
  });
  useEffect(() => {
    if (error === null || errorUpdatedAt === reportedAt.current) return;
    reportedAt.current = errorUpdatedAt;
    latestReport.current(error);
  }, [error, errorUpdatedAt]);
}
