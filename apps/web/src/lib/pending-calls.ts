/** Makes the pending calls now; resolves when they have ended, whether they succeeded or not. */
type Finish = () => Promise<unknown>;

const pending = new Set<Finish>();

/** Registers calls that are made later, so that signing out makes them first. @returns removes them again */
export function addPendingCalls(finish: Finish): () => void {
  pending.add(finish);
  return () => pending.delete(finish);
}

/** Makes every pending call; null if there is none. */
export function finishPendingCalls(): Promise<unknown> | null {
  if (pending.size === 0) return null;
  return Promise.allSettled([...pending].map((finish) => finish()));
}
