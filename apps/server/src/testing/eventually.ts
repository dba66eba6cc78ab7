import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 25;

/**
 * Polls until the condition is true.
 * @throws Error with `what` after the timeout
 */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (await condition()) return;
    await delay(POLL_MS);
  }
  throw new Error(`timed out: ${what}`);
}
