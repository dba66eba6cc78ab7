/** Makes its calls now; settles when they have ended, whatever came of them. */
type Finish = () => Promise<unknown>;

const waiting = new Set<Finish>();

/** Registers calls that wait to be made, so that signing out makes them first. @returns takes them back */
export function addWaitingCalls(finish: Finish): () => void {
  waiting.add(finish);
  return () => waiting.delete(finish);
}

/** Makes every call that waits; null where none does. */
export function finishWaitingCalls(): Promise<unknown> | null {
  if (waiting.size === 0) return null;
  return Promise.allSettled([...waiting].map((finish) => finish()));
}
