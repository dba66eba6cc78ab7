import { useEffect, useRef } from 'react';

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
