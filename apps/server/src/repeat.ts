import type { Logger } from 'pino';

const LOG_EVERY_MS = 60_000;

/**
 * Work as a function that never throws: a failure is logged, at most once a minute.
 * @param failure what it means, for the log: "documents could not be copied"
 */
export function loggingFailures(log: Logger, failure: string, work: () => Promise<unknown>): () => Promise<void> {
  let loggedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    try {
      await work();
    } catch (error) {
      if (performance.now() - loggedMs < LOG_EVERY_MS) return;
      loggedMs = performance.now();
      log.warn({ err: error }, `${failure}; it is tried again`);
    }
  };
}

/**
 * Runs work repeatedly with a pause after each run.
 * @param work must not throw
 * @returns a function that stops it and resolves after the run in progress
 */
export function repeat(pauseMs: number, work: () => Promise<void>): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let isEnded = false;
  const plan = () => {
    if (isEnded) return;
    timer = setTimeout(() => {
      working = work().then(plan);
    }, pauseMs);
  };
  plan();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    return working;
  };
}
