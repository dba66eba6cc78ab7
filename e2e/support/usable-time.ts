import type { Page } from 'playwright-core';

type Wanted = readonly [tag: string, beginning: string];

/** Records in the page when the wanted element is visible and painted. */
function note([tag, beginning]: Wanted): void {
  const now = () => performance.timeOrigin + performance.now();
  const observer = new MutationObserver(() => {
    const found = [...document.querySelectorAll(tag)];
    if (!found.some(({ textContent }) => textContent?.trim().startsWith(beginning))) return;
    observer.disconnect();
    Object.assign(window, { visibleAt: now() });
    requestAnimationFrame(() => {
      // The browser handles a message after the current frame.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => Object.assign(window, { paintedAt: now() });
      port2.postMessage(null);
    });
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
}

/** Delays idle and late work in the page until the wanted element is visible. */
function holdLate(afterMs: number): void {
  const { requestIdleCallback, setTimeout } = window;
  const isVisible = () => 'visibleAt' in window;
  const onceVisible = (act: () => void): number => setTimeout(() => (isVisible() ? act() : onceVisible(act)), 20);
  const hold: typeof requestIdleCallback = (callback, options) =>
    isVisible()
      ? requestIdleCallback(callback, options)
      : onceVisible(() => requestIdleCallback(callback, options));
  const later = (handler: TimerHandler, ms = 0, ...values: unknown[]): number =>
    ms < afterMs || isVisible()
      ? setTimeout(handler, ms, ...values)
      : onceVisible(() => setTimeout(handler, ms, ...values));
  Object.assign(window, { requestIdleCallback: hold, setTimeout: later });
}

/**
 * Delays the next document's idle and late work until the recorded element is visible. Late work starts after half a
 * second. On a busy machine the element may appear after that, and the test would count code that the user does not
 * wait for.
 */
export async function holdLateCode(page: Page): Promise<void> {
  await page.addInitScript(holdLate, 500);
}

/** Records when an element with a text first appears and is painted in the next document. */
export async function recordWhenVisible(page: Page, ...wanted: Wanted): Promise<void> {
  await page.addInitScript(note, wanted);
}

/** Records the same in the open document, from now on. */
export async function recordWhenVisibleNext(page: Page, ...wanted: Wanted): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { paintedAt: undefined });
  });
  await page.evaluate(note, wanted);
}

/** Returns when the element appeared, in milliseconds since 1970. */
export function getVisibleTime(page: Page): Promise<number> {
  return page.evaluate<number>(() => Reflect.get(window, 'visibleAt'));
}

/** Waits until the element is painted and returns the time, in milliseconds since 1970. */
export async function paintedAt(page: Page): Promise<number> {
  const painted = await page.waitForFunction<number>(() => Reflect.get(window, 'paintedAt'), null, { polling: 50 });
  return painted.jsonValue();
}
