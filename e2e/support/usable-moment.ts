import type { Page } from 'playwright-core';

/** Has the next document keep the moment at which an element with such a text first stands in it. */
export async function noteWhenStands(page: Page, tag: string, text: string): Promise<void> {
  await page.addInitScript(
    ([selector, beginning]) => {
      const observer = new MutationObserver(() => {
        const found = [...document.querySelectorAll(selector)];
        if (!found.some(({ textContent }) => textContent?.trim().startsWith(beginning))) return;
        Object.assign(window, { stoodAt: performance.timeOrigin + performance.now() });
        observer.disconnect();
      });
      observer.observe(document, { childList: true, characterData: true, subtree: true });
    },
    [tag, text] as const,
  );
}

/** The moment that was kept, in milliseconds since 1970. */
export function stoodAt(page: Page): Promise<number> {
  return page.evaluate<number>(() => Reflect.get(window, 'stoodAt'));
}
