import type { Page } from 'playwright-core';

/** Resolves two frames later: what the last change has begun, a transition of no length too, has come to its end. */
export function untilPainted(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
