/**
 * Does something again and again with a pause after each time.
 * @param work must not throw
 * @returns ends it, when what it does just now is done
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
