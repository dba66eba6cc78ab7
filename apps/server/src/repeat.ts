import type { Logger } from 'pino';

const LOG_EVERY_MS = 60_000;

/**
 * Wraps work so that it never throws and logs failures at most once a minute. @param failure for the log: "documents
 * could not be copied"
 */
export function withFailureLogging<A extends readonly unknown[]>(
  log: Logger,
  failure: string,
  work: (...args: A) => Promise<unknown>,
): (...args: A) => Promise<void> {
  let loggedMs = Number.NEGATIVE_INFINITY;
  return async (...args) => {
    try {
      await work(...args);
    } catch (error) {
      if (performance.now() - loggedMs < LOG_EVERY_MS) return;
      loggedMs = performance.now();
      log.warn({ err: error }, `${failure}; retrying`);
    }
  };
}

/**
 * Runs work repeatedly with a pause before each run. @param work must not throw
 * @returns a function that stops it and resolves after the current run
 */
export const repeat = (pauseMs: number, work: () => Promise<void>) => repeatAfter(Promise.resolve(), pauseMs, work);

/** Like `repeat`, but starts the first run immediately. */
export const repeatFromNow = (pauseMs: number, work: () => Promise<void>) => repeatAfter(work(), pauseMs, work);

function repeatAfter(first: Promise<void>, pauseMs: number, work: () => Promise<void>): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const plan = () => {
    if (isEnded) return;
    timer = setTimeout(() => {
      working = work().then(plan);
    }, pauseMs);
  };
  let working = first.then(plan);
  return () => {
    isEnded = true;
    clearTimeout(timer);
    return working;
  };
}
