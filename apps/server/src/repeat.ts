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
