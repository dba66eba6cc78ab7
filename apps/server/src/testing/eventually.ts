import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 25;

/**
 * Asks again until the answer is yes.
 * @param patienceMs how long
 * @throws Error that names what did not come
 */
export async function eventually(
  what: string,
  question: () => boolean | Promise<boolean>,
  patienceMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    if (await question()) return;
    await delay(POLL_MS);
  }
  throw new Error(`never came: ${what}`);
}
