import type { Locator, Page } from 'playwright-core';

/** A swipe to the right. The finger or the mouse is down for `durationMs` of the page's clock. */
export interface Swipe {
  readonly distancePx: number;
  readonly durationMs: number;
}

/** There are few steps, because a first step within a letter would select it before the swipe is recognised. */
const STEPS = 5;

/** A mouse or a finger. */
interface Pointer {
  down(x: number, y: number): Promise<void>;
  move(x: number, y: number): Promise<void>;
  up(): Promise<void>;
}

/** Swipes with the mouse from the middle of a text. The page's clock must be stopped, because it measures the velocity. */
export function swipeByMouse(page: Page, text: Locator, swipe: Swipe): Promise<void> {
  const pointer: Pointer = {
    down: async (x, y) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
    },
    move: (x, y) => page.mouse.move(x, y),
    up: () => page.mouse.up(),
  };
  return move(page, text, swipe, pointer);
}

/** Swipes with a finger from the middle of a text. */
export async function swipeByTouch(page: Page, text: Locator, swipe: Swipe): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) => {
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  };
  const pointer: Pointer = {
    down: (x, y) => touch('touchStart', [{ x, y }]),
    move: (x, y) => touch('touchMove', [{ x, y }]),
    up: () => touch('touchEnd', []),
  };
  await move(page, text, swipe, pointer);
  await devtools.detach();
}

async function move(page: Page, text: Locator, { distancePx, durationMs }: Swipe, pointer: Pointer): Promise<void> {
  const { x, y } = await text.evaluate((it) => {
    // Measures the text, because the element is as wide as its toast.
    const range = document.createRange();
    range.selectNodeContents(it);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
  });
  await pointer.down(x, y);
  for (let step = 1; step <= STEPS; step += 1) {
    await page.clock.runFor(durationMs / STEPS);
    await pointer.move(x + (distancePx * step) / STEPS, y);
  }
  await pointer.up();
}
